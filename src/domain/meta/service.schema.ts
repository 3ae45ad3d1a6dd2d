import { builder } from '../../graphql/builder.ts';
import type { EndpointFacts, ToolFacts } from '../../kernel/next-step.ts';
import type { Check, Health } from './check-health.ts';
import type { Discovery } from './describe-service.ts';

const CheckType = builder.objectRef<Check>('HealthCheck').implement({
  description: 'How one part of the service is.',
  fields: (t) => ({
    status: t.exposeString('status', { description: 'ok or degraded.' }),
    detail: t.exposeString('detail', { nullable: true, description: 'What is the matter.' }),
  }),
});

const ChecksType = builder.objectRef<Health['checks']>('HealthChecks').implement({
  description: 'How each part of the service is.',
  fields: (t) => ({
    database: t.expose('database', { type: CheckType, description: 'Where rows are kept.' }),
    queue: t.expose('queue', { type: CheckType, description: 'Filings, deliveries and other jobs.' }),
    storage: t.expose('storage', { type: CheckType, description: 'Where uploads are kept.' }),
    payments: t.expose('payments', { type: CheckType, description: 'The payment provider.' }),
    ocr: t.expose('ocr', { type: CheckType, description: 'The reader of passports.' }),
    exchangeRates: t.expose('exchange_rates', { type: CheckType, description: 'How old the exchange rates are.' }),
  }),
});

/** How the service is. */
export const HealthType = builder.objectRef<Health>('Health').implement({
  description: 'How the service is.',
  fields: (t) => ({
    status: t.exposeString('status', { description: 'ok, or degraded when a part is.' }),
    checks: t.expose('checks', { type: ChecksType, description: 'How each part is.' }),
    version: t.exposeString('version', { description: 'Version of the interface description.' }),
    uptimeSeconds: t.exposeInt('uptimeSeconds', { description: 'How long the process has been running.' }),
    notices: t.exposeStringList('notices', { description: 'What stands out about the configuration.' }),
  }),
});

const EndpointType = builder.objectRef<EndpointFacts>('Endpoint').implement({
  description: 'An endpoint.',
  fields: (t) => ({
    method: t.exposeString('method', { description: 'HTTP method.' }),
    path: t.exposeString('path', { description: 'Path, with variables in braces.' }),
    access: t.exposeString('access', { description: 'Who may call it.' }),
    operation: t.exposeString('operation', { description: 'Name of the operation, also its documentId over GraphQL.' }),
    summary: t.exposeString('summary', { description: 'What it does.' }),
  }),
});

const ToolType = builder.objectRef<ToolFacts>('Tool').implement({
  description: 'A tool.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    title: t.exposeString('title', { description: 'Its name for people.' }),
    access: t.exposeString('access', { description: 'Who may call it.' }),
    summary: t.exposeString('summary', { description: 'What it does.' }),
    confirm: t.exposeBoolean('confirm', { description: 'Asks for confirmation before it acts.' }),
  }),
});

const AuthenticationType = builder.objectRef<Discovery['authentication']>('Authentication').implement({
  description: 'How callers prove themselves.',
  fields: (t) => ({
    scheme: t.exposeString('scheme', { description: 'HTTP authentication scheme.' }),
    header: t.exposeString('header', { description: 'The header.' }),
    keyFormat: t.exposeString('keyFormat', { description: 'What a key looks like.' }),
    sandboxKey: t.exposeString('sandboxKey', { description: 'Where a sandbox key is issued.' }),
    guest: t.exposeString('guest', { description: 'How to call without a key.' }),
  }),
});

/** How to find everything. */
export const DiscoveryType = builder.objectRef<Discovery>('Discovery').implement({
  description: 'How to find everything.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the service.' }),
    version: t.exposeString('version', { description: 'Version of the interface.' }),
    description: t.exposeString('description', { description: 'What the service does.' }),
    baseUrl: t.exposeString('baseUrl', { description: 'Its address.' }),
    endpoints: t.expose('endpoints', { type: [EndpointType], description: 'All endpoints.' }),
    authentication: t.expose('authentication', { type: AuthenticationType, description: 'How to prove oneself.' }),
    tools: t.expose('tools', { type: [ToolType], description: 'All tools.' }),
    links: t.expose('links', { type: 'JSONObject', description: 'Where to read on, by name.' }),
  }),
});
