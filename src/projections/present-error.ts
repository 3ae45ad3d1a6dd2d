import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { failureKinds } from '../kernel/failure.ts';
import { tell } from './failure.ts';
import type { Engine } from './perform.ts';

/** Errors that are in the words of the catalogue already. */
const presented = new WeakSet<GraphQLError>();

const hints = {
  query: 'Correct the query at the place that locations names, by the schema that introspection shows.',
  request: 'Send one JSON object with query or documentId, and variables and operationName where they are needed.',
} as const;

/**
 * Says an error of GraphQL in the words of the catalogue: its code and what to do; nothing of what was thrown inside reaches the caller. An
 * error of the request as a whole has the status of its code where the client reads `application/graphql-response+json`; limits,
 * outages and wrong keys have theirs always. An error of one field leaves the answer a success.
 */
export function presentError(error: unknown, engine: Engine, requestId: string): GraphQLError {
  if (error instanceof GraphQLError && presented.has(error)) return error;
  const made = inOurWords(error, engine, requestId);
  presented.add(made);
  return made;
}

function inOurWords(error: unknown, engine: Engine, requestId: string): GraphQLError {
  const isGraphql = error instanceof GraphQLError;
  const { http, hint } = (isGraphql ? error.extensions : {}) as { http?: object; hint?: string };
  if (isGraphql && (http !== undefined || !(error.originalError instanceof Error))) {
    return new GraphQLError(error.message, {
      nodes: error.nodes ?? null,
      source: error.source ?? null,
      positions: error.positions ?? null,
      path: error.path ?? null,
      extensions: {
        code: 'INVALID_REQUEST',
        hint: hint ?? (http === undefined ? hints.query : hints.request),
        ...(!error.path && { http: http ?? { spec: true, status: 400 } }),
      },
    });
  }
  const { error: told, status, retryAfterSeconds } = tell(error, requestId, engine.services.log);
  const headers =
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) };
  const isAlways = status === 429 || status === 503 || told.code === 'INVALID_API_KEY';
  const isOfRequest = !isGraphql || error.path === undefined;
  return new GraphQLError(told.message, {
    nodes: isGraphql ? (error.nodes ?? null) : null,
    path: isGraphql ? (error.path ?? null) : null,
    extensions: {
      code: told.code,
      hint: told.hint,
      ...(told.details && { details: told.details }),
      ...((isAlways || isOfRequest) && { http: { status, headers, ...(!isAlways && { spec: true }) } }),
    },
  });
}

/** Makes the errors of a kept answer what they were before it was kept: errors in the words of the catalogue. */
export function reviveErrors(result: unknown): unknown {
  const { errors } = result as { errors?: readonly GraphQLFormattedError[] };
  if (!errors) return result;
  const revived = errors.map(({ message, locations, path, extensions }) => {
    const error = new GraphQLError(message, { path: path ?? null, extensions: extensions ?? null });
    if (locations) Object.defineProperty(error, 'locations', { value: locations, enumerable: true });
    presented.add(error);
    return error;
  });
  return { ...(result as object), errors: revived };
}

/** The codes of what is refused before any of our code is asked, by status. */
const codes: Readonly<Record<number, keyof typeof failureKinds>> = {
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  415: 'UNSUPPORTED_MEDIA_TYPE',
};

/** Gives a refusal that the library of the stream made by itself a code and a hint; errors that have them stay as they are. */
export function presentRefusal(status: number, body: string | null): string {
  const code = codes[status] ?? 'INVALID_REQUEST';
  const { meaning, action } = failureKinds[code];
  const extensions = { code, hint: code === 'INVALID_REQUEST' ? hints.request : action };
  const told = body ? (JSON.parse(body) as { errors: GraphQLFormattedError[] }).errors : [{ message: meaning }];
  return JSON.stringify({ errors: told.map((error) => (error.extensions ? error : { ...error, extensions })) });
}
