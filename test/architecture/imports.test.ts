import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { gatewaysOfSeveralConcepts, importViolations } from './cruise.ts';
import { importRules, levels } from './rules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** One import a rule must catch: the file that imports, what it imports, and what else the file says. */
const planted: Record<string, [from: string, statement: string]> = {
  'kernel-alone': ['src/kernel/money.ts', `import type { Order } from '../domain/orders/order.ts';`],
  'store-on-kernel': ['src/store/pool.ts', `import { order } from '../domain/orders/order.ts';`],
  'tables-plain': ['src/domain/orders/order.table.ts', `import { find } from './order.store.ts';`],
  'tables-plain-types': ['src/domain/orders/order.table.ts', `import { order } from './order.ts';`],
  'stores-own': ['src/domain/orders/order.store.ts', `import { rows } from '../keys/key.table.ts';`],
  'stores-no-operations': [
    'src/domain/orders/order.store.ts',
    `import { authenticate } from '../keys/authenticate.ts';`,
  ],
  'ports-types-only': ['src/domain/checkout/payments.port.ts', `import { order } from '../orders/order.ts';`],
  'words-pure': ['src/domain/orders/order.ts', `import { find } from './order.store.ts';`],
  'words-no-io': ['src/domain/orders/order.ts', `import { readFileSync } from 'node:fs';`],
  'operations-inward': ['src/domain/orders/move-orders.ts', `import type { Rest } from '../../projections/rest.ts';`],
  'operations-context-type': [
    'src/domain/orders/move-orders.ts',
    `import { context } from '../../graphql/context.ts';`,
  ],
  'operations-own-store': ['src/domain/orders/move-orders.ts', `import { find } from '../keys/key.store.ts';`],
  'sql-in-stores': ['src/domain/orders/move-orders.ts', `import { eq } from 'drizzle-orm';`],
  'commands-thin': ['src/domain/orders/orders.commands.ts', `import { find } from './order.store.ts';`],
  'schemas-thin': ['src/domain/orders/order.schema.ts', `import { rest } from '../../projections/rest.ts';`],
  'schemas-no-rows': ['src/domain/orders/order.schema.ts', `import { find } from './order.store.ts';`],
  'schemas-own-operations': [
    'src/domain/orders/order.schema.ts',
    `import { authenticate } from '../keys/authenticate.ts';`,
  ],
  'graphql-on-schemas': ['src/graphql/schema.ts', `import { move } from '../domain/orders/move-orders.ts';`],
  'projections-on-graphql': ['src/projections/rest.ts', `import { move } from '../domain/orders/move-orders.ts';`],
  'http-on-projections': ['src/http/server.ts', `import type { Context } from '../graphql/context.ts';`],
  'workers-on-operations': ['src/workers/filing.ts', `import { find } from '../domain/orders/order.store.ts';`],
  'gateways-on-port': ['src/gateways/stripe.ts', `import { move } from '../domain/orders/move-orders.ts';`],
  'gateways-types-of-port': ['src/gateways/stripe.ts', `import type { Row } from '../domain/orders/order.table.ts';`],
  'composition-root-alone': ['src/projections/rest.ts', `import type { Service } from '../service.ts';`],
  'processes-alone': ['src/service.ts', `import './main.ts';`],
  'configuration-at-the-top': ['src/http/server.ts', `import type { Config } from '../config.ts';`],
  'tests-apart': ['src/kernel/money.ts', `import { testClock } from '../../test/support/clock.ts';`],
  'no-cycle': ['src/kernel/caller.ts', `import { money } from './money.ts';`],
};
for (const [level, concepts] of levels.entries()) {
  for (const name of concepts) {
    const above = levels[level - 1]?.[0] ?? concepts.find((other) => other !== name);
    planted[`concepts-downward-${name}`] = [
      `src/domain/${name}/act.ts`,
      `import type { Thing } from '../${above}/thing.ts';`,
    ];
  }
}

/** What the planted imports point at. */
const surroundings: Record<string, string> = {
  'src/kernel/caller.ts': 'export const caller = 1;',
  'src/kernel/money.ts': `import { caller } from './caller.ts';\nexport const money = caller;`,
  'src/domain/orders/order.ts': 'export const order = 1; export type Order = number;',
  'src/domain/orders/order.store.ts': 'export const find = 1;',
  'src/domain/orders/order.table.ts': 'export const rows = 1; export type Row = number;',
  'src/domain/orders/move-orders.ts': 'export async function moveOrders() {}',
  'src/domain/keys/key.store.ts': 'export const find = 1;',
  'src/domain/keys/key.table.ts': 'export const rows = 1;',
  'src/domain/keys/authenticate.ts': 'export async function authenticate() {}',
  'src/graphql/context.ts': 'export const context = 1; export type Context = number;',
  'src/projections/rest.ts': 'export const rest = 1; export type Rest = number;',
  'src/service.ts': 'export type Service = number;',
  'src/main.ts': 'export const main = 1;',
  'src/config.ts': 'export type Config = number;',
  'test/support/clock.ts': 'export const testClock = 1;',
};
for (const name of levels.flat()) surroundings[`src/domain/${name}/thing.ts`] = 'export type Thing = number;';

const folders: string[] = [];

async function houseWith(file: string, statement: string): Promise<string> {
  const house = await mkdtemp(join(tmpdir(), 'house-'));
  folders.push(house);
  const files = { ...surroundings, [file]: `${statement}\n${surroundings[file] ?? ''}` };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(house, path)), { recursive: true });
    await writeFile(join(house, path), text);
  }
  await symlink(join(root, 'node_modules'), join(house, 'node_modules'));
  return house;
}

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

describe('who may import whom', () => {
  it('is kept by every file', async () => {
    expect(await importViolations(root)).toEqual([]);
  });

  it('has a planted violation for each rule', () => {
    expect(Object.keys(planted).sort()).toEqual(
      importRules([])
        .map((rule) => rule.name)
        .sort(),
    );
  });

  it.each(Object.entries(planted))('is enforced: %s catches its violation', async (rule, [file, statement]) => {
    const found = await importViolations(await houseWith(file, statement));
    expect(found.map((violation) => violation.rule)).toContain(rule);
    expect(found.filter((violation) => violation.rule === rule).map((violation) => violation.from)).toContain(file);
  });

  it('is enforced where an import is only made when it is needed', async () => {
    const later = `export const later = [() => import('../domain/orders/order.ts')];`;
    const found = await importViolations(await houseWith('src/kernel/money.ts', later));
    expect(found.map((violation) => violation.rule)).toEqual(['kernel-alone']);
  });

  it('lets a gateway know one concept', async () => {
    expect(gatewaysOfSeveralConcepts(root)).toEqual([]);
    const both = `import type { A } from '../domain/orders/order.ts';\nimport type { B } from '../domain/keys/thing.ts';`;
    expect(gatewaysOfSeveralConcepts(await houseWith('src/gateways/both.ts', both))).toEqual(['src/gateways/both.ts']);
  });
});
