import { type FieldNode, type GraphQLSchema, Kind } from 'graphql';
import { prefix } from '../directory.ts';
import type { Documents, PersistedDocument, Variable } from '../document.ts';
import { interfaceVersion } from '../rest.ts';
import { descriptions, components as fixed } from './components.ts';
import { exampleOf } from './examples.ts';
import { codesOf, failureExample, failureResponses } from './failures.ts';
import { createResultReader } from './results.ts';
import { type Components, inputSchema, type JsonSchema, variableBounds } from './types.ts';

/** Makes the OpenAPI 3.1 document of every endpoint, out of the very documents that serve them. */
export function createOpenapi(documents: Documents, schema: GraphQLSchema, baseUrl: string): JsonSchema {
  const components: Components = new Map();
  const responses: Components = new Map();
  const read = createResultReader(schema, components);
  const served = documents.all.filter(({ rest }) => rest !== null);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const document of served) {
    const { method, path } = document.rest!;
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = describe(document, schema, components, responses, read(document));
  }
  const codes = [...new Set(served.flatMap(codesOf))].sort();
  const concepts = [...new Set(served.map(({ concept }) => concept))].sort();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Visa Authorization Agent API',
      version: interfaceVersion,
      summary: 'Electronic travel authorizations for agents, assistants and travel agencies.',
      description: descriptions.info,
      contact: { name: 'API support', url: `${baseUrl}/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${baseUrl}${prefix}`, description: 'This service.' }],
    tags: concepts.map((name) => ({ name, description: descriptions.tags[name] ?? `Operations of ${name}.` })),
    paths: Object.fromEntries(Object.entries(paths).sort(([one], [other]) => (one < other ? -1 : 1))),
    components: {
      ...fixed,
      schemas: { ...fixed.schemas, ...Object.fromEntries(components) },
      responses: Object.fromEntries(responses),
      examples: Object.fromEntries(codes.map((code) => [code, failureExample(code, baseUrl)])),
    },
    externalDocs: { url: `${baseUrl}/docs`, description: 'Guide, error pages and disclaimers.' },
  };
}

const firstSentence = (text: string) => /^.*?[.?!](?=\s|$)/s.exec(text)?.[0].replace(/\s+/g, ' ') ?? text;
const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` });

function describe(
  document: PersistedDocument,
  schema: GraphQLSchema,
  components: Components,
  responses: Components,
  data: JsonSchema,
): JsonSchema {
  const { rest, description, name, concept, access, idempotent, limited, cache } = document;
  const inQuery = rest!.method === 'GET';
  const variables = [...document.variables.values()];
  const schemaOf = (variable: Variable) => variableSchema(document, variable, schema, components);
  const parameters = variables
    .filter((variable) => inQuery || rest!.pathVariables.includes(variable.name))
    .map((variable) => {
      const isPath = rest!.pathVariables.includes(variable.name);
      const { description: text, ...typed } = schemaOf(variable);
      return {
        name: variable.name,
        in: isPath ? 'path' : 'query',
        required: isPath || variable.required,
        description: text,
        schema: withoutNull(typed),
      };
    });
  const body = inQuery ? [] : variables.filter((variable) => !rest!.pathVariables.includes(variable.name));
  return {
    operationId: name[0]!.toLowerCase() + name.slice(1),
    summary: firstSentence(description).replace(/\.$/, ''),
    description,
    tags: [concept],
    security: securityOf(access),
    'x-access': access,
    ...(document.tool && { 'x-tool': document.tool.name }),
    parameters: [
      ...parameters,
      ...(access === 'GUEST_OR_KEY' ? [parameter('AgentFriendly')] : []),
      ...(idempotent ? [parameter('IdempotencyKey')] : []),
    ],
    ...(body.length > 0 && { requestBody: requestBody(document, body, schemaOf) }),
    responses: {
      [String(rest!.status)]: {
        description: 'Success.',
        headers: {
          'X-Request-Id': header('X-Request-Id'),
          ...(limited && { RateLimit: header('RateLimit'), 'RateLimit-Policy': header('RateLimit-Policy') }),
          ...(idempotent && { 'Idempotent-Replayed': header('Idempotent-Replayed') }),
          ...(cache && { ETag: header('ETag'), 'Cache-Control': header('Cache-Control') }),
        },
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/SuccessResponse' },
                { type: 'object', properties: { data }, required: ['data'] },
              ],
            },
          },
        },
      },
      ...(cache && {
        '304': { description: 'The client has the present answer already.', headers: { ETag: header('ETag') } },
      }),
      ...failureResponses(document, responses),
    },
  };
}

function requestBody(document: PersistedDocument, body: Variable[], schemaOf: (variable: Variable) => JsonSchema) {
  const required = body.filter((variable) => variable.required).map(({ name }) => name);
  const object = (properties: Record<string, JsonSchema>, needed: string[]) => ({
    type: 'object',
    properties,
    ...(needed.length > 0 && { required: needed }),
    additionalProperties: false,
  });
  const properties = Object.fromEntries(body.map((variable) => [variable.name, schemaOf(variable)]));
  const example = exampleOf(document);
  const file = document.fileVariable;
  const asForm = ['filename', 'mime', file];
  return {
    required: required.length > 0,
    content: {
      'application/json': {
        schema: object(properties, required),
        ...(example !== undefined && { example }),
      },
      ...(file !== undefined && {
        'multipart/form-data': {
          schema: object(
            {
              file: { type: 'string', contentMediaType: 'application/octet-stream', description: 'The file itself.' },
              ...Object.fromEntries(
                Object.entries(properties)
                  .filter(([name]) => !asForm.includes(name))
                  .map(([name, property]) => [name, withoutNull(property)]),
              ),
            },
            ['file', ...required.filter((name) => !asForm.includes(name))],
          ),
        },
      }),
    },
  };
}

/** What is written as text cannot be null: it is left out. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, ...others } = schema;
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : type;
  return {
    ...others,
    ...(types !== undefined && { type: Array.isArray(types) && types.length === 1 ? types[0] : types }),
    ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }),
  };
}

function securityOf(access: PersistedDocument['access']): JsonSchema[] {
  if (access === 'KEY' || access === 'OPERATOR') return [{ apiKey: [] }];
  if (access === 'KEY_OR_GUEST_TOKEN') return [{ apiKey: [] }, { guestToken: [] }];
  return [{}, { apiKey: [] }];
}

/** Returns the schema of one field of a request, with its description, its default and the bounds of the argument it fills. */
function variableSchema(
  document: PersistedDocument,
  variable: Variable,
  schema: GraphQLSchema,
  components: Components,
): JsonSchema {
  const typed = inputSchema(variable.type, components);
  const description = { description: variable.description };
  if ('$ref' in typed || 'oneOf' in typed) return { ...typed, ...description };
  return {
    ...typed,
    ...variableBounds(rootOf(document), variable.name, schema, typed),
    ...description,
    ...(variable.default !== undefined && variable.default !== null && { default: variable.default }),
  };
}

function rootOf(document: PersistedDocument): FieldNode {
  const operation = document.forRest.document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
  return operation.selectionSet.selections[0] as FieldNode;
}
