import type { Tool } from '@modelcontextprotocol/server';
import type { GraphQLSchema } from 'graphql';
import type { Documents, PersistedDocument } from '../document.ts';
import { type ExtraArguments, inputSchemaOf, type JsonSchema, outputSchemaOf } from './schemas.ts';

/** A tool and the documents behind it. */
export interface DocumentTool {
  tool: Tool;
  document: PersistedDocument;
  /** Says what would happen, for a tool that acts only once it is confirmed. */
  preview: PersistedDocument | undefined;
  /** Makes a link for the traveler where the file is not sent. */
  uploadLink: PersistedDocument | undefined;
}

/** Which tools are served: all, or only those that neither collect identity data nor act. */
export type Profile = 'full' | 'readonly';

/** The argument that confirms, where the client cannot ask the person itself. */
export const confirmationArgument = 'confirmation_token';
/** The argument that makes a repetition safe. */
export const idempotencyArgument = 'idempotency_key';

const confirmationResult: Record<string, JsonSchema> = {
  confirmation_required: { type: 'boolean' },
  statement: { type: 'string' },
  [confirmationArgument]: { type: 'string' },
  expires_at: { type: 'string' },
};

const uploadLinkResult: Record<string, JsonSchema> = {
  upload_url: { type: 'string' },
  expires_at: { type: 'string' },
};

/** Makes the tools of all documents, by name. Throws when a tool that must be confirmed has no document that previews it. */
export function toolsOf(documents: Documents, schema: GraphQLSchema): ReadonlyMap<string, DocumentTool> {
  const uploadLink = documents.find('CreateUploadLink');
  return new Map(
    documents.all
      .filter(({ tool }) => tool !== null)
      .map((document) => {
        const preview = document.tool!.confirm ? documents.find(`Preview${document.name}`) : undefined;
        if (document.tool!.confirm && preview === undefined) {
          throw new Error(`${document.name} must be confirmed, but no document is called Preview${document.name}`);
        }
        const link = document.fileVariable === undefined ? undefined : uploadLink;
        const tool = describe(document, schema, link !== undefined);
        return [tool.name, { tool, document, preview, uploadLink: link }];
      }),
  );
}

function describe(document: PersistedDocument, schema: GraphQLSchema, linked: boolean): Tool {
  const form = document.tool!;
  const reads = document.kind === 'query';
  const extra = extraArguments(document, linked);
  const results = { ...(form.confirm && confirmationResult), ...(linked && uploadLinkResult) };
  return {
    name: form.name,
    ...(form.title !== undefined && { title: form.title }),
    description: document.description.replace(/\s+/g, ' ').trim(),
    inputSchema: inputSchemaOf(document, extra) as Tool['inputSchema'],
    outputSchema: outputSchemaOf(document, schema, results) as Tool['outputSchema'],
    annotations: {
      readOnlyHint: reads,
      // Of a tool that only reads, the protocol gives these two no meaning.
      ...(!reads && { destructiveHint: form.destructive, idempotentHint: document.idempotent }),
      openWorldHint: form.openWorld,
    },
  };
}

function extraArguments(document: PersistedDocument, linked: boolean): ExtraArguments {
  const properties: Record<string, JsonSchema> = {};
  if (document.kind === 'mutation') {
    properties[idempotencyArgument] = { type: 'string' };
  }
  if (document.tool!.confirm) {
    properties[confirmationArgument] = {
      type: 'string',
      description: 'From the first answer, once the traveler agreed.',
    };
  }
  return { properties, optional: linked ? fileFacts(document) : [] };
}

/** The file, and what only describes it, may be left out where an upload link takes their place. */
function fileFacts(document: PersistedDocument): string[] {
  return [document.fileVariable!, 'filename', 'mime'];
}

/** Tells whether a tool belongs to a profile. */
export function isIn(profile: Profile, { document, uploadLink }: DocumentTool): boolean {
  if (profile === 'full') return true;
  const collects = [...document.variables.values()].some(({ type }) => /JSONObject|ProfileInput/.test(String(type)));
  return document.kind === 'query' && document.access !== 'KEY' && uploadLink === undefined && !collects;
}
