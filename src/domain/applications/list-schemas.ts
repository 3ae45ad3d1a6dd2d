import type { Caller } from '../../kernel/caller.ts';
import type { Db } from '../../store/db.ts';
import { findPaidProduct } from '../checkout/find-paid-product.ts';
import {
  type ListedProduct,
  listedProducts,
  type ProductCatalog,
  productCatalog,
} from '../products/listed-products.ts';
import type { OpenProductId } from '../products/product-id.ts';

/** Which order's product is shown with its whole form; none without a session. */
interface SchemasRequest {
  paymentSessionId?: string | null | undefined;
}

interface Needs {
  db: Db;
  caller: Caller;
}

/** Lists all products: previews, and the product of a paid session with its whole form. Other sessions change nothing. */
export async function listSchemas(ctx: Needs, request: SchemasRequest): Promise<ListedProduct[]> {
  return listedProducts(await paidProduct(ctx, request));
}

/** Lists the same with an answer in plain language and the next step. */
export async function listVisaProducts(ctx: Needs, request: SchemasRequest): Promise<ProductCatalog> {
  return productCatalog(await paidProduct(ctx, request));
}

async function paidProduct(ctx: Needs, { paymentSessionId }: SchemasRequest): Promise<OpenProductId | undefined> {
  return paymentSessionId ? findPaidProduct(ctx, paymentSessionId) : undefined;
}
