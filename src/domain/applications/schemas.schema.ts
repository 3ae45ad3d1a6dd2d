import { builder } from '../../graphql/builder.ts';
import { NextStepType } from '../../graphql/next-step.ts';
import type { ProductCatalog } from '../products/listed-products.ts';
import { ProductType } from '../products/products.schema.ts';
import { listSchemas, listVisaProducts } from './list-schemas.ts';

const ProductCatalogType = builder.objectRef<ProductCatalog>('ProductCatalog').implement({
  description: 'The products, in words and one by one.',
  fields: (t) => ({
    answer: t.exposeString('answer', { description: 'What is on offer, in plain language.' }),
    products: t.expose('products', { type: [ProductType], description: 'The products.' }),
    nextStep: t.expose('nextStep', { type: NextStepType, description: 'What to do next.' }),
  }),
});

builder.queryFields((t) => ({
  schemas: t.field({
    type: [ProductType],
    access: 'PUBLIC',
    description:
      'List the products with the outlines of their forms; the product of a paid session with its whole form.',
    args: { paymentSessionId: t.arg.string({ description: 'The payment session of a paid order.' }) },
    resolve: (_root, args, ctx) => listSchemas(ctx, args),
  }),
  productCatalog: t.field({
    type: ProductCatalogType,
    access: 'PUBLIC',
    description: 'The same list with an answer in plain language.',
    args: { paymentSessionId: t.arg.string({ description: 'The payment session of a paid order.' }) },
    resolve: (_root, args, ctx) => listVisaProducts(ctx, args),
  }),
}));
