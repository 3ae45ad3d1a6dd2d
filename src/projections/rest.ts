import { type GraphQLInputType, getNullableType, isListType, isScalarType } from 'graphql';
import { Failure } from '../kernel/failure.ts';
import type { PersistedDocument } from './document.ts';
import { type FailedAnswer, refuseFields } from './failure.ts';
import { noProblems, type Problems, tellable, unknownField } from './values.ts';

/** A request as it came over HTTP. */
export interface RestRequest {
  /** Values of the path, by the names in its braces. */
  path: Readonly<Record<string, string | undefined>>;
  /** Text after the question mark; empty when there is none. */
  query: string;
  /** The parsed body; undefined when there is none. */
  body: unknown;
}

/**
 * Turns a request into the variables of its document: path and query as their types say, the body as it is. What is
 * left out stays left out and what is null stays null. Throws INVALID_REQUEST for a body that is no object and for a field
 * that is given twice; whether the fields are known and well typed is checked where the document is performed.
 */
export function restVariables(document: PersistedDocument, request: RestRequest): Record<string, unknown> {
  const { body, query, path } = request;
  if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body))) {
    throw new Failure('INVALID_REQUEST', { message: 'The body is not a JSON object.' });
  }
  const variables: Record<string, unknown> = body === undefined ? {} : { ...body };
  if (query === '' && document.rest!.pathVariables.length === 0) return variables;
  const problems = noProblems();
  if (query !== '') readQuery(document, query, variables, problems);
  for (const name of document.rest!.pathVariables) {
    if (Object.hasOwn(variables, name))
      problems[name] = { code: 'INVALID_VALUE', message: 'is given in the path already' };
    else variables[name] = fromText(document.variables.get(name)!.type, path[name]!);
  }
  for (const _ in problems) throw refuseFields(problems);
  return variables;
}

function readQuery(
  document: PersistedDocument,
  query: string,
  variables: Record<string, unknown>,
  problems: Problems,
): void {
  const given = new URLSearchParams(query);
  for (const name of new Set(given.keys())) {
    const variable = document.variables.get(name);
    const values = given.getAll(name);
    if (!variable) problems[tellable(name)] = unknownField(name, [...document.variables.keys()]);
    else if (Object.hasOwn(variables, name)) {
      problems[name] = { code: 'INVALID_VALUE', message: 'is given in the query and in the body' };
    } else if (isListType(getNullableType(variable.type))) {
      const item = (getNullableType(variable.type) as { ofType: GraphQLInputType }).ofType;
      variables[name] = values.flatMap((value) => value.split(',')).map((value) => fromText(item, value));
    } else if (values.length > 1) problems[name] = { code: 'INVALID_VALUE', message: 'is given more than once' };
    else variables[name] = fromText(variable.type, values[0]!);
  }
}

/** Reads text of a path or a query as its type says; what cannot be read stays text, which the check then refuses. */
function fromText(type: GraphQLInputType, text: string): unknown {
  const bare = getNullableType(type);
  if (!isScalarType(bare)) return text;
  if (bare.name === 'Int' || bare.name === 'Float') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (bare.name === 'Boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

/** Writes the envelope around answers. */
export interface Envelope {
  /** The whole body of a success, and how many bytes it has; `data` is JSON already. */
  success(data: string, requestId: string): { text: string; bytes: number };
  /** The whole body of a failure. */
  failure(answer: FailedAnswer, requestId: string): string;
}

/** Version of the interface, as `_meta.version` tells it. */
export const interfaceVersion = '1.0.0';

/** Makes the envelope of a service; what never changes is written once. */
export function createEnvelope(documentation: string, now: () => Date): Envelope {
  const constant = inAscii(JSON.stringify({ service: 'visa-agent-service', version: interfaceVersion, documentation }));
  let writtenFor = Number.NaN;
  let opening = '';
  const meta = (requestId: string) => {
    const time = now();
    // Writing the time costs more than the rest of the envelope; the answers of one millisecond share it.
    if (time.getTime() !== writtenFor) {
      writtenFor = time.getTime();
      opening = `"_meta":${constant.slice(0, -1)},"timestamp":"${time.toISOString()}","request_id":"`;
    }
    return `${opening}${requestId}"}}`;
  };
  return {
    success: (data, requestId) => {
      const text = `{"success":true,"data":${data},${meta(requestId)}`;
      // All around the data is ASCII. To count the bytes of the whole would put it together once more.
      return { text, bytes: text.length - data.length + Buffer.byteLength(data) };
    },
    failure: ({ error }, requestId) => `{"success":false,"error":${JSON.stringify(error)},${meta(requestId)}`,
  };
}

/** Writes JSON with escapes in place of all that is not ASCII. */
function inAscii(json: string): string {
  return json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
