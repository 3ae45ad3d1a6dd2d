import { type FailureCode, failureKinds } from '../../kernel/failure.ts';
import type { PersistedDocument } from '../document.ts';
import { interfaceVersion } from '../rest.ts';
import type { Components, JsonSchema } from './types.ts';

/** Every code that an endpoint can answer with: what its document names, and what follows from its directives. */
export function codesOf(document: PersistedDocument): FailureCode[] {
  const { rest, access, idempotent, limited, errors } = document;
  const codes = new Set<FailureCode>(['INVALID_REQUEST', 'INVALID_API_KEY', ...errors]);
  if (access === 'KEY' || access === 'OPERATOR') codes.add('AUTHENTICATION_REQUIRED');
  if (access === 'OPERATOR') codes.add('INSUFFICIENT_SCOPE');
  if (access === 'KEY_OR_GUEST_TOKEN') codes.add('GUEST_TOKEN_REQUIRED');
  if (access === 'GUEST_OR_KEY') codes.add('NOT_FOUND');
  if (rest!.method !== 'GET') {
    codes.add('INVALID_JSON').add('PAYLOAD_TOO_LARGE').add('UNSUPPORTED_MEDIA_TYPE');
  }
  if (idempotent) codes.add('INVALID_IDEMPOTENCY_KEY').add('IDEMPOTENCY_KEY_REUSED').add('IDEMPOTENCY_IN_PROGRESS');
  if (limited) codes.add('RATE_LIMITED');
  return [...codes.add('INTERNAL').add('SERVICE_UNAVAILABLE')];
}

/** Returns the whole refusal of a code, as an example. */
export function failureExample(code: FailureCode, baseUrl: string): JsonSchema {
  const { meaning, action } = failureKinds[code];
  return {
    summary: meaning,
    value: {
      success: false,
      error: { code, message: meaning, hint: action },
      _meta: {
        service: 'visa-agent-service',
        version: interfaceVersion,
        timestamp: '2026-11-20T12:00:00.000Z',
        documentation: `${baseUrl}/docs`,
        request_id: 'req_01m7wd6p3s000e7srjtx8fh9dy',
      },
    },
  };
}

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });

/** Returns the refusals of an endpoint by status, each with its codes; equal ones become one component. */
export function failureResponses(document: PersistedDocument, responses: Components): Record<string, JsonSchema> {
  const byStatus = new Map<number, FailureCode[]>();
  for (const code of codesOf(document).sort()) {
    const { status } = failureKinds[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([one], [other]) => one - other)
      .map(([status, codes]) => [String(status), shared(responses, response(status, codes, document.limited), status)]),
  );
}

function shared(responses: Components, made: JsonSchema, status: number): JsonSchema {
  const text = JSON.stringify(made);
  let name = [...responses.keys()].find((known) => JSON.stringify(responses.get(known)) === text);
  if (name === undefined) {
    let number = 1;
    while (responses.has(`Failure${status}_${number}`)) number += 1;
    name = `Failure${status}_${number}`;
    responses.set(name, made);
  }
  return { $ref: `#/components/responses/${name}` };
}

function response(status: number, codes: readonly FailureCode[], limited: boolean): JsonSchema {
  return {
    description: codes.map((code) => `\`${code}\`: ${failureKinds[code].meaning}`).join('\n\n'),
    headers: {
      'X-Request-Id': header('X-Request-Id'),
      ...(limited && { RateLimit: header('RateLimit'), 'RateLimit-Policy': header('RateLimit-Policy') }),
      ...(status === 401 && { 'WWW-Authenticate': header('WWW-Authenticate') }),
      ...([409, 429, 502, 503].includes(status) && { 'Retry-After': header('Retry-After') }),
    },
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/ErrorResponse' }, withCode(codes)],
        },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

/** The envelope of a failure whose code is one of these. */
function withCode(codes: readonly FailureCode[]): JsonSchema {
  const error = {
    type: 'object',
    properties: { code: { enum: codes } },
    required: ['code'],
    additionalProperties: true,
  };
  return { type: 'object', properties: { error }, required: ['error'] };
}
