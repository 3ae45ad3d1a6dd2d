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
  /** The argument that takes the content of a file in base64, if there is one. */
  fileArgument: string | undefined;
}

/** Which tools are served: all, or only those that neither collect identity data nor act. */
export type Profile = 'full' | 'readonly';

/** The argument that confirms, where the client cannot ask the person itself. */
export const confirmationArgument = 'confirmation_token';
/** The argument that makes a repetition safe. */
export const idempotencyArgument = 'idempotency_key';

const guestTokenArgument = 'guest_token';

const confirmationResult: Record<string, JsonSchema> = {
  confirmation_required: { type: 'boolean' },
  [confirmationArgument]: { type: 'string' },
};

const linkHint = ' Without the file, or over 500 kB, it answers an upload link for the traveler.';

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
        const fileArgument = [...document.variables.keys()].find((name) => /base64$/i.test(name));
        const link = fileArgument === undefined ? undefined : uploadLink;
        const tool = describe(document, schema, link === undefined ? undefined : fileArgument);
        return [tool.name, { tool, document, preview, uploadLink: link, fileArgument }];
      }),
  );
}

function describe(document: PersistedDocument, schema: GraphQLSchema, fileArgument: string | undefined): Tool {
  const form = document.tool!;
  const reads = document.kind === 'query';
  const extra = extraArguments(document, fileArgument);
  return {
    name: form.name,
    ...(form.title !== undefined && { title: form.title }),
    description: `${document.description.replace(/\s+/g, ' ').trim()}${fileArgument === undefined ? '' : linkHint}`,
    inputSchema: inputSchemaOf(document, extra) as Tool['inputSchema'],
    outputSchema: outputSchemaOf(document, schema, form.confirm ? confirmationResult : {}) as Tool['outputSchema'],
    annotations: {
      readOnlyHint: reads,
      // Of a tool that only reads, the protocol gives these two no meaning.
      ...(!reads && { destructiveHint: form.destructive, idempotentHint: document.idempotent }),
      openWorldHint: form.openWorld,
    },
  };
}

function extraArguments(document: PersistedDocument, fileArgument: string | undefined): ExtraArguments {
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
  if (fileArgument !== undefined && !document.variables.has(guestTokenArgument)) {
    properties[guestTokenArgument] = { type: 'string', description: 'For a link, without an API key.' };
  }
  // Where a link takes the place of the file, what only describes the file may be left out too.
  return { properties, optional: fileArgument === undefined ? [] : [fileArgument, 'filename', 'mime'] };
}

/** Tells whether a tool belongs to a profile. */
export function isIn(profile: Profile, { document, uploadLink }: DocumentTool): boolean {
  if (profile === 'full') return true;
  const collects = [...document.variables.values()].some(({ type }) => /JSONObject|ProfileInput/.test(String(type)));
  return document.kind === 'query' && document.access !== 'KEY' && uploadLink === undefined && !collects;
}
