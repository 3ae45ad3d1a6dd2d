/** The texts of the document that belong to no operation. */
export const descriptions = {
  info: [
    'Find out which electronic travel authorization a traveler needs, quote its price, take the payment, file the application',
    'and follow it. An independent private service, not a government website: official fees are stated apart from the service',
    'fee, and everything can also be applied for directly with the authority.',
    '',
    'Calls without an API key are guest calls: programs send `X-Agent-Friendly: true`. A sandbox key comes from `POST /keys`.',
    'A guest token, from `POST /checkout`, reads and completes what was bought as a guest.',
  ].join('\n'),
  tags: {
    applications: 'Validate, submit, follow, edit, cancel and refund applications.',
    checkout: 'Payment sessions and how they stand.',
    documents: 'Files for the file fields of a form.',
    eligibility: 'Which authorization a passport needs for a destination.',
    events: 'What happened, as it happened.',
    filing: 'What operators do with filed applications.',
    keys: 'API keys and who holds them.',
    meta: 'The service about itself.',
    ocr: 'Passports read from an image.',
    partners: 'Promo codes and the commission they earn.',
    pricing: 'Prices before anything is bought.',
    products: 'What can be applied for, and the forms.',
    profiles: 'Saved travelers of an account.',
    sandbox: 'Play the payer, the authority and the time, with sandbox keys only.',
    webhooks: 'Callbacks about applications, and their deliveries.',
  } as Record<string, string>,
};

const text = { type: 'string' };

const schemas = {
  Meta: {
    type: 'object',
    description: 'About the answer itself.',
    properties: {
      service: { type: 'string', description: 'Name of the service.' },
      version: { type: 'string', description: 'Version of the interface.' },
      timestamp: { type: 'string', format: 'date-time', description: 'When it was made.' },
      documentation: { type: 'string', format: 'uri', description: 'Where to read on.' },
      request_id: { type: 'string', description: 'What to name when reporting a problem.' },
    },
    required: ['service', 'version', 'timestamp', 'documentation', 'request_id'],
    additionalProperties: false,
  },
  SuccessResponse: {
    type: 'object',
    description: 'The envelope of a success.',
    properties: { success: { const: true }, data: {}, _meta: { $ref: '#/components/schemas/Meta' } },
    required: ['success', 'data', '_meta'],
  },
  ErrorResponse: {
    type: 'object',
    description: 'The envelope of a failure.',
    properties: {
      success: { const: false },
      error: {
        type: 'object',
        properties: {
          code: { type: 'string', description: 'What happened, for programs.' },
          message: { type: 'string', description: 'What happened, in one sentence.' },
          hint: { type: 'string', description: 'What to do about it.' },
          details: {
            type: 'object',
            description:
              'Problems by field, each with a code and a message, or facts that help to correct the request.',
            additionalProperties: true,
          },
        },
        required: ['code', 'message'],
        additionalProperties: false,
      },
      _meta: { $ref: '#/components/schemas/Meta' },
    },
    required: ['success', 'error', '_meta'],
    additionalProperties: false,
  },
};

/** The components that every operation refers to. */
export const components = {
  schemas: schemas as Record<string, object>,
  securitySchemes: {
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'svc_agent_<64 hex>',
      description: 'An API key. A sandbox key comes from `POST /keys`.',
    },
    guestToken: {
      type: 'apiKey',
      in: 'query',
      name: 'guest_token',
      description: 'The guest token that `POST /checkout` returned; it covers that order.',
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'Makes a repetition safe: within 24 hours the same key with the same request gets the first answer.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
      example: '9f1c6a52-6f0b-4d0e-9d2c-0f7f3f1e2a10',
    },
    AgentFriendly: {
      name: 'X-Agent-Friendly',
      in: 'header',
      required: false,
      description: 'Says that a program is calling without a key; a browser without a key finds nothing here.',
      schema: { type: 'string', enum: ['true'] },
    },
  },
  headers: {
    'X-Request-Id': { description: 'Identifies this request; also in `_meta.request_id`.', schema: text },
    RateLimit: {
      description: 'What is left of the budget: policy, `r` calls remaining, `t` seconds until it is whole again.',
      schema: text,
      example: '"key";r=59;t=60',
    },
    'RateLimit-Policy': {
      description: 'The budget: policy, `q` calls in `w` seconds.',
      schema: text,
      example: '"key";q=60;w=60',
    },
    'Retry-After': { description: 'Seconds after which a repetition makes sense.', schema: { type: 'integer' } },
    'WWW-Authenticate': { description: 'How to prove who is calling.', schema: text },
    'Idempotent-Replayed': {
      description: '`true` when this is the answer of an earlier request with the same idempotency key.',
      schema: { type: 'string', enum: ['true'] },
    },
    ETag: { description: 'Tag of this answer, for `If-None-Match`.', schema: text },
    'Cache-Control': { description: 'For how long the answer may be kept.', schema: text },
  },
};
