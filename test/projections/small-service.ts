import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import canonicalize from 'canonicalize';
import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfig,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  specifiedDirectives,
} from 'graphql';
import { afterAll } from 'vitest';
import type { Context, Services } from '../../src/graphql/context.ts';
import { documentDirectives } from '../../src/graphql/directives.ts';
import { recognizeWith } from '../../src/http/door.ts';
import { createHandler, type Route } from '../../src/http/routes.ts';
import { createSenderReader } from '../../src/http/sender.ts';
import type { AccountCaller } from '../../src/kernel/caller.ts';
import { Failure } from '../../src/kernel/failure.ts';
import type { Log } from '../../src/kernel/log.ts';
import { createDirectory } from '../../src/projections/directory.ts';
import { type DocumentSource, loadDocuments } from '../../src/projections/documents.ts';
import type { Engine } from '../../src/projections/perform.ts';
import { createEnvelope } from '../../src/projections/rest.ts';
import { type ApiClient, apiClient } from '../support/client.ts';
import { testClock } from '../support/clock.ts';

type Field = GraphQLFieldConfig<unknown, Context>;
const required = <Type extends GraphQLInputObjectType | GraphQLScalarType | GraphQLEnumType>(type: Type) =>
  new GraphQLNonNull(type);

const Speed = new GraphQLEnumType({ name: 'Speed', values: { standard: {}, rush: {} } });
const FileContent = new GraphQLScalarType({
  name: 'FileContent',
  parseValue: (value) => (typeof value === 'string' ? Buffer.from(value, 'base64') : value),
});
const Traveler = new GraphQLInputObjectType({
  name: 'Traveler',
  fields: { stay_days: { type: GraphQLInt }, residence: { type: GraphQLString } },
});
const OrderInput = new GraphQLInputObjectType({
  name: 'OrderInput',
  fields: {
    speed: { type: required(Speed) },
    travelers: { type: GraphQLInt },
    party: { type: new GraphQLList(new GraphQLNonNull(Traveler)) },
    note: { type: GraphQLString },
  },
});
const JSONObject = new GraphQLScalarType({ name: 'JSONObject' });
const Echo = new GraphQLObjectType<unknown, Context>({
  name: 'Echo',
  fields: {
    json: { type: JSONObject, resolve: (value) => value },
    answer: { type: GraphQLString, resolve: () => 'In plain words.' },
  },
});
const Open = new GraphQLObjectType({ name: 'Open', fields: { applyUrl: { type: GraphQLString } } });
const Closed = new GraphQLObjectType({ name: 'Closed', fields: { note: { type: GraphQLString } } });
const Product = new GraphQLUnionType({
  name: 'Product',
  types: [Open, Closed],
  resolveType: (value) => ('applyUrl' in (value as object) ? 'Open' : 'Closed'),
});

/** What the mutation `order` did: every run of it. */
export const orders: unknown[] = [];

const field = (access: string, config: Field): Field => ({ ...config, extensions: { access } });

/** A schema of a few fields that show what the projections do. */
export const smallSchema = new GraphQLSchema({
  directives: [...specifiedDirectives, ...documentDirectives],
  query: new GraphQLObjectType<unknown, Context>({
    name: 'Query',
    fields: {
      product: field('PUBLIC', {
        type: Product,
        args: { open: { type: new GraphQLNonNull(GraphQLBoolean) } },
        resolve: (_root, { open }) => (open ? { applyUrl: 'https://apply' } : { note: 'not yet' }),
      }),
      echo: field('PUBLIC', {
        type: Echo,
        args: {
          id: { type: GraphQLID },
          limit: { type: GraphQLInt },
          tags: { type: new GraphQLList(new GraphQLNonNull(GraphQLString)) },
          flag: { type: GraphQLBoolean },
        },
        resolve: (_root, args) => args,
      }),
      whoami: field('KEY', {
        type: Echo,
        resolve: (_root, _args, ctx) => ({ caller: ctx.caller, strict: ctx.preferStrict }),
      }),
      hidden: field('GUEST_OR_KEY', { type: Echo, resolve: (_root, _args, ctx) => ({ caller: ctx.caller }) }),
      operate: field('OPERATOR', { type: Echo, resolve: () => ({}) }),
      broken: field('PUBLIC', {
        type: Echo,
        args: { how: { type: GraphQLString } },
        resolve: (_root, { how }) => {
          if (how === 'outage') throw Object.assign(new Error('secret host'), { code: 'ECONNREFUSED' });
          throw new TypeError('secret passport X1234567');
        },
      }),
    },
  }),
  mutation: new GraphQLObjectType<unknown, Context>({
    name: 'Mutation',
    fields: {
      order: field('PUBLIC', {
        type: Echo,
        args: { input: { type: new GraphQLNonNull(OrderInput) } },
        resolve: (_root, { input }) => {
          if (input.travelers > 50) {
            throw new Failure('INVALID_REQUEST', { message: 'At most 50 travelers.', argument: 'input.travelers' });
          }
          if (input.party?.[1]?.stay_days === 0) {
            throw new Failure('INVALID_REQUEST', { message: 'At least one day.', argument: 'input.party.1.stay_days' });
          }
          orders.push(input);
          return input;
        },
      }),
      upload: field('PUBLIC', {
        type: Echo,
        args: {
          filename: { type: required(GraphQLString) },
          mime: { type: required(GraphQLString) },
          content: { type: required(FileContent) },
          guestToken: { type: GraphQLString },
        },
        resolve: (_root, { content, ...others }) => ({
          ...others,
          bytes: content.length,
          text: content.toString('utf8', 0, 8),
        }),
      }),
    },
  }),
});

/** Documents of the small schema. */
export const smallDocuments: DocumentSource[] = Object.entries({
  'get-product': `"Shows a product." query GetProduct("Open?" $open: Boolean!)
    @rest(method: GET, path: "/product") @access(to: PUBLIC) @cache(maxAge: 60, unless: "open") {
    data: product(open: $open) { ... on Open { apply_url: applyUrl } ... on Closed { status_note: note } } }`,
  'get-static': `"Never changes." query GetStatic @rest(method: GET, path: "/static") @access(to: PUBLIC) @cache(maxAge: 60) @unlimited {
    data: product(open: true) { ... on Open { apply_url: applyUrl } } }`,
  'get-echo': `"Says it back." query GetEcho("Id" $id: ID! "Limit" $limit: Int = 50 "Tags" $tags: [String!] "Flag" $flag: Boolean)
    @rest(method: GET, path: "/echo/{id}") @tool(name: "echo") @access(to: PUBLIC) {
    data: echo(id: $id, limit: $limit, tags: $tags, flag: $flag) { json answer @toolOnly } }`,
  whoami: `"Who." query Whoami @rest(method: GET, path: "/whoami") @access(to: KEY) { data: whoami { json } }`,
  'find-hidden': `"Hidden." query FindHidden @rest(method: POST, path: "/hidden") @access(to: GUEST_OR_KEY) { data: hidden { json } }`,
  operate: `"Operate." query Operate @rest(method: GET, path: "/operate") @access(to: OPERATOR) { data: operate { json } }`,
  break: `"Breaks." query Break("How" $how: String) @rest(method: GET, path: "/break") @access(to: PUBLIC) { data: broken(how: $how) { json } }`,
  'create-order': `"Orders." mutation CreateOrder(
      "Speed" $processing_speed: Speed! = standard "Travelers" $num_travelers: Int
      "Party" $travelers: [Traveler!] "Note" $note: String)
    @rest(method: POST, path: "/orders", status: 201) @tool(name: "create_order") @access(to: PUBLIC) @idempotent {
    data: order(input: { speed: $processing_speed, travelers: $num_travelers, party: $travelers, note: $note }) { json answer @toolOnly } }`,
  'upload-file': `"Uploads." mutation UploadFile("Name" $filename: String! "Type" $mime: String! "Content" $base64: FileContent! "Token" $guest_token: String)
    @rest(method: POST, path: "/files", status: 201) @access(to: PUBLIC) @idempotent {
    data: upload(filename: $filename, mime: $mime, content: $base64, guestToken: $guest_token) { json } }`,
}).map(([name, text]) => ({ file: `small/${name}.graphql`, text }));

const account: AccountCaller = {
  kind: 'account',
  accountId: 'acc_1',
  keyId: 'key_1',
  mode: 'sandbox',
  scopes: ['agent'],
  clockOffsetSeconds: 60,
};

/** What the small service wrote to its log. */
export const logged: { level: string; event: string; facts: Record<string, unknown> }[] = [];
const note =
  (level: string) =>
  (event: string, facts: object = {}) =>
    logged.push({ level, event, facts: { ...facts } });
const log = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') } as unknown as Log;

/** Serves the small schema over HTTP; `spent` counts what the limiter was asked. */
export async function smallService(
  options: { limit?: number; trustedProxies?: string[]; routes?: Route[] } = {},
): Promise<{ api: ApiClient; spent: Map<string, number>; engine: Engine }> {
  const spent = new Map<string, number>();
  const clock = testClock();
  const documents = loadDocuments(smallSchema, smallDocuments);
  const answers = new Map<string, { request: string; answer: unknown }>();
  const engine: Engine = {
    services: { realClock: clock, log, directory: createDirectory(documents) } as unknown as Services,
    gate: {
      guestMode: 'sandbox',
      identify: (header) => {
        if (header === 'Bearer good') return account;
        if (header === 'Bearer operator') return Promise.resolve({ ...account, scopes: ['operator'] as const });
        throw new Failure('INVALID_API_KEY');
      },
      limiter: {
        spend: (policy, subject) => {
          const name = `${policy} ${subject}`;
          const count = (spent.get(name) ?? 0) + 1;
          spent.set(name, count);
          const limit = options.limit;
          if (limit === undefined) return undefined;
          return { policy, limit, remaining: Math.max(0, limit - count), resetsInSeconds: 30, exceeded: count > limit };
        },
      },
    },
    runOnce: async ({ operation, key, request }, run) => {
      const known = answers.get(`${operation} ${key}`);
      const text = canonicalize(request)!;
      if (known && known.request !== text) throw new Failure('IDEMPOTENCY_KEY_REUSED');
      if (known) return { answer: known.answer as never, replayed: true };
      const answer = await run({ id: key, settle: async () => {} });
      answers.set(`${operation} ${key}`, { request: text, answer });
      return { answer, replayed: false };
    },
  };
  const readSender = createSenderReader(options.trustedProxies ?? []);
  const handler = createHandler(
    {
      engine,
      documents,
      envelope: createEnvelope('https://docs', () => clock.now()),
      readSender,
      recognize: recognizeWith(engine, readSender),
    },
    options.routes ?? [],
    () => false,
  );
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { api: apiClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), spent, engine };
}
