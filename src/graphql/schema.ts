import '../domain/applications/application-changes.schema.ts';
import '../domain/applications/application-events.schema.ts';
import '../domain/applications/application-list.schema.ts';
import '../domain/applications/application-status.schema.ts';
import '../domain/applications/preview-changes.schema.ts';
import '../domain/applications/schemas.schema.ts';
import '../domain/applications/submission.schema.ts';
import '../domain/checkout/checkout.schema.ts';
import '../domain/checkout/payment-problems.schema.ts';
import '../domain/documents/documents.schema.ts';
import '../domain/eligibility/eligibility.schema.ts';
import '../domain/eligibility/traveler.schema.ts';
import '../domain/events/event-type.schema.ts';
import '../domain/events/events.schema.ts';
import '../domain/filing/operator-actions.schema.ts';
import '../domain/filing/operator.schema.ts';
import '../domain/keys/keys.schema.ts';
import '../domain/limits/limits.schema.ts';
import '../domain/meta/guide.schema.ts';
import '../domain/meta/meta.schema.ts';
import '../domain/meta/service.schema.ts';
import '../domain/ocr/ocr.schema.ts';
import '../domain/orders/orders.schema.ts';
import '../domain/partners/ledger.schema.ts';
import '../domain/partners/partner.schema.ts';
import '../domain/partners/partners.schema.ts';
import '../domain/pricing/offer.schema.ts';
import '../domain/pricing/price.schema.ts';
import '../domain/pricing/pricing.schema.ts';
import '../domain/products/products.schema.ts';
import '../domain/products/requirements.schema.ts';
import '../domain/profiles/profiles.schema.ts';
import '../domain/sandbox/sandbox.schema.ts';
import '../domain/webhooks/deliveries.schema.ts';
import '../domain/webhooks/webhooks.schema.ts';
import './next-step.ts';
import './scalars.ts';
import { type GraphQLSchema, lexicographicSortSchema, printSchema, specifiedDirectives } from 'graphql';
import { builder } from './builder.ts';
import { documentDirectives } from './directives.ts';

let schema: GraphQLSchema | undefined;

/** Returns the one schema, of everything that the concepts imported above put into the builder. */
export function getSchema(): GraphQLSchema {
  // Sorted where it is printed: to sort it here would build it twice at every start.
  schema ??= builder.toSchema({ directives: [...specifiedDirectives, ...documentDirectives], sortSchema: false });
  return schema;
}

/** Returns the schema as text: what `schema.graphql` holds. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(getSchema()))}\n`;
}
