import type { GraphQLSchema } from 'graphql';
import type { Documents } from '../document.ts';
import type { Engine } from '../perform.ts';
import type { Catalog } from './catalog.ts';
import { createMcpFace, type McpFace } from './face.ts';
import type { FindPages } from './result.ts';
import { createServiceCatalog } from './service-catalog.ts';
import { toolsOf } from './tools.ts';

/** What the tool server is made of. */
export interface McpParts {
  engine: Engine;
  documents: Documents;
  schema: GraphQLSchema;
  /** The products, with their names. */
  products: readonly { id: string; name: string }[];
  findPages: FindPages;
  /** Further catalogs, asked before that of the service; for tests. */
  further?: readonly Catalog[];
}

/** Puts the tool server together. */
export function openMcp({ engine, documents, schema, further = [], ...parts }: McpParts): McpFace {
  const tools = toolsOf(documents, schema);
  const services = { engine, ...parts };
  return createMcpFace(services, tools, [...further, createServiceCatalog(services, documents, tools)]);
}
