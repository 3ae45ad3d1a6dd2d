import type { EndpointFacts, OperationDirectory, ToolFacts } from '../../kernel/next-step.ts';
import { maximumTravelers } from '../pricing/compute-price.ts';
import { supportedCurrencies } from '../pricing/currencies.ts';
import { addOnsOn, speeds } from '../pricing/price-list.ts';
import { listProducts, type Product } from '../products/catalog.ts';
import { formOf } from '../products/form.ts';
import { requirementsUrl } from '../products/links.ts';
import { type OpenProductId, openProductIds, type ProductId } from '../products/product-id.ts';
import { disclaimers, flow, modes } from './service-words.ts';

const isOpen = (id: string): id is OpenProductId => (openProductIds as readonly string[]).includes(id);

/** How to find everything: what a machine reads first. */
export interface Discovery {
  name: string;
  version: string;
  description: string;
  baseUrl: string;
  endpoints: readonly EndpointFacts[];
  authentication: { scheme: string; header: string; keyFormat: string; sandboxKey: string; guest: string };
  tools: readonly ToolFacts[];
  links: Record<string, string>;
}

/** Describes the service for machines, from the loaded documents. */
export function describeService({ directory, baseUrl }: { directory: OperationDirectory; baseUrl: string }): Discovery {
  const api = `${baseUrl}/api/v1/agent`;
  return {
    name: 'visa-agent-service',
    version: '1.0',
    description:
      'Finds the electronic travel authorization that a traveler needs, prices it, takes the payment, files the application and follows it. Independent and private, not a government service.',
    baseUrl,
    endpoints: directory.endpoints(),
    authentication: {
      scheme: 'bearer',
      header: 'Authorization: Bearer <API_KEY>',
      keyFormat: 'svc_agent_ followed by 64 hexadecimal characters',
      sandboxKey: `${api}/keys`,
      guest: 'Without a key: send X-Agent-Friendly: true, or a User-Agent that is not a browser’s.',
    },
    tools: directory.tools(),
    links: {
      openapi: `${api}/openapi.json`,
      graphql: `${baseUrl}/graphql`,
      graphql_stream: `${baseUrl}/graphql/stream`,
      mcp: `${api}/mcp`,
      documentation: `${baseUrl}/docs`,
      llms_txt: `${baseUrl}/llms.txt`,
      changelog: `${api}/changelog`,
    },
  };
}

/** What can be done for one product. */
export interface ProductCapabilities {
  id: ProductId;
  name: string;
  status: Product['status'];
  eligibility: boolean;
  quote: boolean;
  checkout: boolean;
  apply: boolean;
  validate: boolean;
  speeds: readonly string[];
  addOns: readonly string[];
  multiTraveler: { supported: boolean; maximum: number };
  ocr: boolean;
  documents: readonly string[];
  webhooks: boolean;
  currencies: readonly string[];
  requirementsUrl: string;
}

/** Tells for each product what can be done, from the catalog, the price list and the forms. */
export function listCapabilities(ctx: { baseUrl: string; date: string }): ProductCapabilities[] {
  return listProducts().map((product) => {
    const open = product.status === 'open';
    const files = isOpen(product.id) ? formOf(product.id).fields.filter(({ type }) => type === 'file') : [];
    return {
      id: product.id,
      name: product.name,
      status: product.status,
      eligibility: true,
      quote: open,
      checkout: open,
      apply: open,
      validate: open,
      speeds: open ? speeds : [],
      addOns: open ? addOnsOn(ctx.date).map(({ code }) => code) : [],
      multiTraveler: { supported: open, maximum: open ? maximumTravelers : 0 },
      ocr: open,
      documents: files.map(({ document_kind }) => document_kind!),
      webhooks: open,
      currencies: open ? supportedCurrencies : [],
      requirementsUrl: requirementsUrl(ctx.baseUrl, product.id),
    };
  });
}

/** What an assistant should know before it starts. */
export interface ServiceContext {
  summary: string;
  flow: readonly { step: number; operation: string; what: string }[];
  disclaimers: readonly string[];
  products: readonly { id: string; name: string; status: string; destinations: readonly string[]; summary: string }[];
  modes: readonly { mode: string; what: string }[];
}

/** Tells an assistant what it should know before it starts: the flow, the disclaimers, the products, the modes. */
export function introduceService(): ServiceContext {
  return {
    summary:
      'Ask for eligibility first, show the price before anybody pays, collect the form, check it, and submit it once the order is paid. Follow next_step of every answer.',
    flow: flow.map(([operation, what], index) => ({ step: index + 1, operation, what })),
    disclaimers,
    products: listProducts().map((product) => ({
      id: product.id,
      name: product.name,
      status: product.status,
      destinations: product.destinations,
      summary: `${product.longName}. ${product.status === 'open' ? `Valid ${product.validity.text}.` : (product.statusNote ?? 'Not open yet.')}`,
    })),
    modes,
  };
}
