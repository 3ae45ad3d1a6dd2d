import fc from 'fast-check';
import {
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { PersistedDocument } from '../../src/projections/document.ts';
import type { CallOptions } from '../support/client.ts';

/** What a service holds that a request can name, well or wrongly. */
export interface Pool {
  ids: string[];
  keys: string[];
  guestTokens: string[];
  texts: string[];
  /** Values that a field of some name takes. */
  sensible: Record<string, unknown[]>;
  /** Names of form fields. */
  fields: string[];
  /** A picture in base64. */
  picture: string;
}

/** One request, sensible or not. */
export interface AnyRequest {
  /** Name of the document. */
  name: string;
  method: string;
  path: string;
  body: unknown;
  options: CallOptions;
}

const json = fc.jsonValue({ maxDepth: 3 });
/** Text that has broken parsers before. */
const hostile = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  "'; drop table orders; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00%2e%2e',
  '#{7*7}',
  'null',
  '1e999',
  '-1',
  '9'.repeat(40),
  'x'.repeat(5_000),
  '2026-02-30',
  '0000-00-00',
  '\u202e\u200b',
  '💥'.repeat(100),
];

const anyText = (pool: Pool) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...pool.texts, ...pool.ids) },
    { weight: 2, arbitrary: fc.constantFrom(...hostile) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)) },
  );

const anyForm = (pool: Pool) =>
  fc.dictionary(
    fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...pool.fields) }, fc.constantFrom(...hostile)),
    fc.oneof(anyText(pool), fc.boolean(), fc.integer(), json),
    { maxKeys: 12 },
  );

/** A value that a type accepts, as far as the type tells. */
function fitting(type: GraphQLInputType, pool: Pool, depth = 0): fc.Arbitrary<unknown> {
  const bare = getNullableType(type);
  if (isListType(bare)) return fc.array(fitting(bare.ofType, pool, depth + 1), { maxLength: 3 });
  if (isEnumType(bare)) return fc.constantFrom(...bare.getValues().map(({ name }) => name));
  if (isInputObjectType(bare)) {
    if (depth > 2) return fc.constant({});
    const fields = Object.values(bare.getFields());
    return fc.record(Object.fromEntries(fields.map((field) => [field.name, fitting(field.type, pool, depth + 1)])), {
      requiredKeys: fields.filter((field) => isNonNullType(field.type)).map((field) => field.name),
    });
  }
  switch (String(bare)) {
    case 'Boolean':
      return fc.boolean();
    case 'Int':
      return fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer());
    case 'Float':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'JSONObject':
      return anyForm(pool);
    case 'JSON':
      return json;
    case 'FileContent':
      return fc.oneof(
        { weight: 1, arbitrary: fc.constant(pool.picture) },
        {
          weight: 9,
          arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('base64')),
        },
      );
    default:
      return anyText(pool);
  }
}

const anyValue = (type: GraphQLInputType, pool: Pool) =>
  fc.oneof(
    { weight: 7, arbitrary: fitting(type, pool) },
    { weight: 1, arbitrary: json },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, [], {}, '', 0, true, ...hostile) },
  );

/** The variables of a document: mostly all of them and mostly fitting, sometimes with one that nobody knows. */
export function anyVariables(document: PersistedDocument, pool: Pool): fc.Arbitrary<Record<string, unknown>> {
  const variables = [...document.variables.values()];
  const named = fc.record(
    Object.fromEntries(variables.map((variable) => [variable.name, anyValue(variable.type, pool)])),
    { requiredKeys: [] },
  );
  const complete = fc.record(
    Object.fromEntries(
      variables.map(({ name, type, required }) => {
        const sensible = pool.sensible[name];
        const value = sensible
          ? fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...sensible) }, fitting(type, pool))
          : fitting(type, pool);
        return [name, required ? value : fc.option(value, { nil: undefined, freq: 1 })];
      }),
    ),
  );
  const unknown = fc.tuple(named, fc.string(), json).map(([known, name, value]) => ({ ...known, [name]: value }));
  return fc.oneof(
    { weight: 4, arbitrary: complete.map((all) => JSON.parse(JSON.stringify(all)) as Record<string, unknown>) },
    { weight: 3, arbitrary: named },
    { weight: 1, arbitrary: unknown },
  );
}

/** Who asks, and how: keys and tokens that are good, bad or missing, and headers that may mean something. */
export function anyCaller(pool: Pool): fc.Arbitrary<CallOptions> {
  const key = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom<(string | undefined)[]>(...pool.keys, undefined) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', 'svc_agent_', `svc_agent_${'0'.repeat(64)}`, 'Basic x', 'x'.repeat(500)),
    },
  );
  const headers = fc.oneof(
    { weight: 6, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Record<string, string>[]>(
        { prefer: 'handling=strict' },
        { 'content-type': 'text/plain' },
        { 'content-type': 'multipart/form-data; boundary=x' },
        { 'content-type': 'multipart/form-data' },
        { 'content-type': 'application/x-www-form-urlencoded' },
        { 'content-encoding': 'gzip' },
        { 'x-agent-friendly': 'no', 'user-agent': 'Mozilla/5.0 AppleWebKit/537.36' },
        { 'if-none-match': '*' },
        { accept: 'text/html' },
        { 'x-forwarded-for': '::1, nonsense' },
      ),
    },
  );
  const idempotencyKey = fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 2, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.constantFrom('same', ' ', 'x'.repeat(256)) },
  );
  return fc
    .tuple(key, headers, idempotencyKey)
    .map(([asKey, more, idempotent]) => ({ key: asKey, headers: more, idempotencyKey: idempotent }) as CallOptions);
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Any request to the endpoint of a document. */
export function anyRequest(document: PersistedDocument, pool: Pool): fc.Arbitrary<AnyRequest> {
  const { method, path, pathVariables } = document.rest!;
  const raw = fc.oneof(
    json.map((value) => JSON.stringify(value)),
    fc.constantFrom(
      '{',
      '[]',
      'null',
      '{"a":1}{',
      '{"a":"\\ud800"}',
      '\uFEFF{}',
      `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
    ),
    fc.string(),
  );
  const anyMethod = fc.oneof(
    { weight: 30, arbitrary: fc.constant(method) },
    fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
  );
  return fc
    .tuple(
      anyVariables(document, pool),
      anyCaller(pool),
      fc.option(fc.constantFrom(...pool.guestTokens, 'gst_wrong', ''), { freq: 2 }),
      fc.option(raw, { freq: 12 }),
      anyMethod,
    )
    .map(([variables, caller, guestToken, text, asked]) => {
      const values = { ...variables };
      if (document.variables.has('guest_token') && guestToken !== null) values.guest_token = guestToken;
      let target = path;
      for (const name of pathVariables) {
        const value = asText(values[name] ?? 'x').toWellFormed();
        target = target.replace(`{${name}}`, () =>
          /^\.{0,2}$/.test(value) ? 'x' : encodeURIComponent(value.slice(0, 700)),
        );
        delete values[name];
      }
      const query: Record<string, string> = {};
      if (asked === 'GET') {
        for (const [name, value] of Object.entries(values)) {
          if (value !== undefined) query[name.toWellFormed()] = asText(value).toWellFormed().slice(0, 2_000);
        }
      }
      const body = asked === 'GET' ? undefined : (text ?? JSON.stringify(values));
      return { name: document.name, method: asked, path: target, body, options: { ...caller, query } };
    });
}
