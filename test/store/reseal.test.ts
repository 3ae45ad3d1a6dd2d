import { randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { asc } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { accounts } from '../../src/domain/keys/account.table.ts';
import { resealCommand } from '../../src/store/reseal.command.ts';
import { resealOutdated, type SealedColumn, sealedColumnsOf } from '../../src/store/reseal.ts';
import { loadTables } from '../../src/store/tables.ts';
import { createVault } from '../../src/store/vault.ts';
import { emptyTables, testDatabase } from '../support/database.ts';

const { db } = await testDatabase();
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const before = createVault([oldKey]);
const rotated = createVault([newKey, oldKey]);
const after = createVault([newKey]);
const place = (id: string) => `accounts.email:${id}`;
const emails: SealedColumn = { table: accounts, id: accounts.id, column: accounts.email, place };

beforeEach(async () => {
  await emptyTables(db);
  for (let number = 0; number < 7; number += 1) {
    const id = `acc_${number}`;
    const email = number === 3 ? null : before.sealJson(`person${number}@example.com`, place(id));
    await db.insert(accounts).values({ id, mode: 'sandbox', email, createdAt: new Date() });
  }
});

const openAll = async (vault: typeof after) =>
  (await db.select().from(accounts).orderBy(asc(accounts.id))).map(
    (row) => row.email && vault.openJson<string>(row.email, place(row.id)),
  );

describe('resealing after a rotation of the data key', () => {
  it('leaves everything readable with the new key alone', async () => {
    await expect(openAll(after)).rejects.toThrow('not configured');
    expect(await resealOutdated({ db, vault: rotated }, [emails], 2)).toEqual({ examined: 6, resealed: 6 });
    expect(await openAll(after)).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((number) => (number === 3 ? null : `person${number}@example.com`)),
    );
  });

  it('goes on where an interrupted run stopped', async () => {
    let left = 3;
    const failing = {
      ...rotated,
      seal: (...args: Parameters<typeof rotated.seal>) => {
        if (left === 0) throw new Error('power cut');
        left -= 1;
        return rotated.seal(...args);
      },
    };
    await expect(resealOutdated({ db, vault: failing }, [emails], 2)).rejects.toThrow('power cut');
    expect(await resealOutdated({ db, vault: rotated }, [emails], 2)).toEqual({ examined: 6, resealed: 4 });
    expect(await resealOutdated({ db, vault: rotated }, [emails], 2)).toEqual({ examined: 6, resealed: 0 });
  });

  it('changes nothing when a value cannot be opened', async () => {
    const stranger = createVault([newKey, randomBytes(32)]);
    await expect(resealOutdated({ db, vault: stranger }, [emails])).rejects.toThrow('not configured');
    expect(await openAll(before)).toHaveLength(7);
  });

  it('knows every sealed column of every table by itself', async () => {
    const columns = sealedColumnsOf(await loadTables()).map(({ place }) => place('x'));
    expect(columns).toEqual(
      expect.arrayContaining(['accounts.email:x', 'applications.form:x', 'orders.email:x', 'profiles.data:x']),
    );
    const declared = globSync('src/**/*.table.ts')
      .map((file) => readFileSync(file, 'utf8').match(/: bytes\(/g)?.length ?? 0)
      .reduce((sum, count) => sum + count, 0);
    expect(columns).toHaveLength(declared);
  });

  it('is a command that says what it did', async () => {
    const lines: string[] = [];
    const files = { examined: 4, resealed: 2, unreadable: 1 };
    const needs = { db, vault: rotated, resealFiles: async () => files };
    await resealCommand.run(needs, { positionals: [], values: {} }, (line) => lines.push(line));
    expect(lines).toEqual([
      expect.stringContaining('6 of 6 encrypted values'),
      expect.stringContaining('2 of 4 files'),
      expect.stringContaining('1 files were sealed with a key that is not configured'),
    ]);
    expect(await openAll(after)).toHaveLength(7);
  });
});
