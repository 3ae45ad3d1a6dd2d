import type { DependencyType, IForbiddenRuleType } from 'dependency-cruiser';

/** The concepts from the highest level to the lowest: a concept imports only what stands below it. */
export const levels: readonly (readonly string[])[] = [
  ['meta', 'sandbox'],
  ['filing', 'webhooks'],
  ['applications'],
  ['checkout'],
  ['orders', 'eligibility'],
  ['pricing'],
  ['partners', 'limits', 'documents', 'ocr', 'profiles'],
  ['products', 'keys', 'events', 'idempotency'],
];

const own = '^src/domain/$1/';
/** A file of a concept that is an operation or a word: it has no suffix. */
const plain = '^src/domain/[^.]+\\.ts$';
const table = '^src/domain/[^.]+\\.table\\.ts$';
const store = '^src/domain/[^.]+\\.store\\.ts$';
const port = '^src/domain/[^.]+\\.port\\.ts$';
const schema = '^src/domain/[^.]+\\.schema\\.ts$';
const data = '\\.json$';
const ours = '^src/';
const kernel = '^src/kernel/';
const typeOnly: DependencyType[] = ['type-only'];
const inputOutput =
  '^(node:)?(fs|fs/promises|net|tls|http|https|http2|dgram|dns|dns/promises|child_process|worker_threads|cluster|sqlite|timers|timers/promises)$';
const schemaWords = '^src/graphql/(builder|scalars|context|loader|access|next-step|upload)\\.ts$';
/** `orders` exists to hold the rows that the concepts above it share: they may use its SQL, and query its rows in theirs. */
const sharedStore = '^src/domain/orders/[^.]+\\.store\\.ts$';
const sharedTable = '^src/domain/orders/[^.]+\\.table\\.ts$';
/** Read in one statement with the order they belong to, which costs a third of asking twice. */
const joinedTable = '^src/domain/(events/event|keys/account).table.ts$';
/** The three operations that a projection calls itself: identify the caller, spend a limit, run once. */
const performing =
  '^src/domain/(keys/authenticate|limits/(spend-limit|rate-limit)|idempotency/(idempotent-call|confirm))\\.ts$';

/** Forbids whatever a kind of file may not import, with the reason that a failure prints. */
function only(name: string, comment: string, from: string, allowed: string[]): IForbiddenRuleType {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: from },
    to: { path: ours, pathNot: allowed },
  };
}

function downward(): IForbiddenRuleType[] {
  return levels.flatMap((concepts, level) =>
    concepts.map((name) => ({
      name: `concepts-downward-${name}`,
      comment: `${name} imports only concepts of lower levels; tables may refer to tables by foreign keys`,
      severity: 'error' as const,
      from: { path: `^src/domain/${name}/`, pathNot: table },
      to: {
        path: `^src/domain/(${levels
          .slice(0, level + 1)
          .flat()
          .filter((other) => other !== name)
          .join('|')})/`,
      },
    })),
  );
}

/** Who may import whom. `words` are the files of concepts that hold words and rules, not operations. */
export function importRules(words: readonly string[]): IForbiddenRuleType[] {
  const wordFiles = words.map((file) => `^${file.replaceAll('.', '\\.')}$`);
  return [
    only('kernel-alone', 'the kernel imports nothing of ours', kernel, [kernel]),
    only('store-on-kernel', 'the store knows the kernel and no concept', '^src/store/', ['^src/store/', kernel]),
    only('tables-plain', 'rows refer to rows; words they only name as types', table, [
      table,
      kernel,
      '^src/store/columns\\.ts$',
      plain,
    ]),
    {
      name: 'tables-plain-types',
      comment: 'a table imports words as types only',
      severity: 'error',
      from: { path: table },
      to: { path: plain, dependencyTypesNot: typeOnly },
    },
    only('stores-own', 'SQL touches the rows of its own concept', '^src/domain/([^/]+)/[^.]+\\.store\\.ts$', [
      own,
      '^src/store/',
      kernel,
      plain,
      joinedTable,
      sharedTable,
    ]),
    {
      name: 'stores-no-operations',
      comment: 'a store imports no port, no GraphQL and no words of other concepts as values',
      severity: 'error',
      from: { path: '^src/domain/([^/]+)/[^.]+\\.store\\.ts$' },
      to: { path: `${schema}|${port}|${plain}`, pathNot: [`${own}[^.]+\\.ts$`], dependencyTypesNot: typeOnly },
    },
    {
      name: 'ports-types-only',
      comment: 'a port is types and nothing else',
      severity: 'error',
      from: { path: port },
      to: { dependencyTypesNot: typeOnly },
    },
    {
      name: 'words-pure',
      comment: 'words and rules know no store, no rows, no port and no operation',
      severity: 'error',
      from: { path: wordFiles },
      to: { path: ours, pathNot: [kernel, data, ...wordFiles], dependencyTypesNot: typeOnly },
    },
    {
      name: 'words-no-io',
      comment: 'words and rules do no input or output',
      severity: 'error',
      from: { path: wordFiles },
      to: { path: [inputOutput, 'node_modules/(drizzle-orm|postgres|undici|stripe|pino|ioredis|@electric-sql)/'] },
    },
    only('operations-inward', 'an operation knows stores, words, ports and operations, never who calls it', plain, [
      '^src/domain/',
      '^src/store/',
      kernel,
      '^src/graphql/context\\.ts$',
    ]),
    {
      name: 'operations-context-type',
      comment: 'an operation sees the context as a type only',
      severity: 'error',
      from: { path: plain },
      to: { path: '^src/graphql/', dependencyTypesNot: typeOnly },
    },
    {
      name: 'operations-own-store',
      comment: 'an operation uses the rows and the SQL of its own concept',
      severity: 'error',
      from: { path: '^src/domain/([^/]+)/[^.]+\\.ts$' },
      to: {
        path: [store, table, schema],
        pathNot: [`${own}[^.]+\\.(store|table)\\.ts$`, sharedStore],
        dependencyTypesNot: typeOnly,
      },
    },
    {
      name: 'sql-in-stores',
      comment: 'SQL is written in tables and stores, and in a gateway that keeps rows of its own',
      severity: 'error',
      from: { path: '^src/', pathNot: [table, store, '^src/store/', '^src/gateways/'] },
      to: { path: 'node_modules/(drizzle-orm|postgres|@electric-sql/pglite)/' },
    },
    {
      name: 'commands-thin',
      comment: 'a command unpacks, calls an operation of its concept, and prints',
      severity: 'error',
      from: { path: '^src/domain/([^/]+)/[^.]+\\.commands?\\.ts$' },
      to: { path: ours, pathNot: [`${own}[^.]+\\.ts$`, kernel], dependencyTypesNot: typeOnly },
    },
    only(
      'schemas-thin',
      'GraphQL types unpack, call, and refer to lower types',
      '^src/domain/([^/]+)/[^.]+\\.schema\\.ts$',
      [schemaWords, own, schema, kernel, plain],
    ),
    {
      name: 'schemas-no-rows',
      comment: 'a field calls an operation, never the SQL',
      severity: 'error',
      from: { path: schema },
      to: { path: [store, table], dependencyTypesNot: typeOnly },
    },
    {
      name: 'schemas-own-operations',
      comment:
        'a field calls the operations of its own concept; those of lower ones are reached through their own fields',
      severity: 'error',
      from: { path: '^src/domain/([^/]+)/[^.]+\\.schema\\.ts$' },
      to: { path: plain, pathNot: [own, ...wordFiles], dependencyTypesNot: typeOnly },
    },
    {
      name: 'graphql-on-schemas',
      comment: 'the schema is put together from the concepts and the kernel',
      severity: 'error',
      from: { path: '^src/graphql/' },
      to: { path: ours, pathNot: ['^src/graphql/', schema, kernel], dependencyTypesNot: typeOnly },
    },
    {
      name: 'projections-on-graphql',
      comment: 'a projection knows the schema, the documents, the kernel and the three operations of every call',
      severity: 'error',
      from: { path: '^src/projections/' },
      to: {
        path: ours,
        pathNot: ['^src/projections/', '^src/graphql/', kernel, performing],
        dependencyTypesNot: typeOnly,
      },
    },
    only('http-on-projections', 'the socket knows projections only', '^src/http/', [
      '^src/http/',
      '^src/projections/',
      kernel,
    ]),
    {
      name: 'workers-on-operations',
      comment: 'a worker calls operations',
      severity: 'error',
      from: { path: '^src/workers/' },
      to: { path: ours, pathNot: ['^src/workers/', plain, kernel], dependencyTypesNot: typeOnly },
    },
    {
      name: 'gateways-on-port',
      comment: 'a gateway knows its port, the pure words of that concept, the kernel, and rows of its own',
      severity: 'error',
      from: { path: '^src/gateways/' },
      to: {
        path: ours,
        pathNot: ['^src/gateways/', kernel, '^src/store/', port, ...wordFiles],
        dependencyTypesNot: typeOnly,
      },
    },
    {
      name: 'gateways-types-of-port',
      comment: 'of a concept, a gateway names the port and its words',
      severity: 'error',
      from: { path: '^src/gateways/' },
      to: { path: ours, pathNot: ['^src/gateways/', kernel, '^src/store/', port, plain] },
    },
    {
      name: 'composition-root-alone',
      comment: 'nothing imports the composition root but the processes and the support of the tests',
      severity: 'error',
      from: { pathNot: ['^src/(main|admin)\\.ts$', '^test/support/', '^test/bench/'] },
      to: { path: '^src/service\\.ts$' },
    },
    {
      name: 'processes-alone',
      comment: 'nothing imports a process',
      severity: 'error',
      from: {},
      to: { path: '^src/(main|admin)\\.ts$' },
    },
    {
      name: 'configuration-at-the-top',
      comment: 'only the composition root and the processes know the configuration',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(main|admin|service|config)\\.ts$'] },
      to: { path: '^src/config\\.ts$' },
    },
    {
      name: 'tests-apart',
      comment: 'the service does not know its tests',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^test/' },
    },
    {
      name: 'no-cycle',
      comment: 'no file imports itself through others',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: typeOnly } },
    },
    ...downward(),
  ];
}
