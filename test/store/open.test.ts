import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { accounts } from '../../src/domain/keys/account.table.ts';
import { emptyTables, testDatabase } from '../support/database.ts';

const { db } = await testDatabase();
const account = (id: string) => ({
  id,
  mode: 'sandbox' as const,
  email: new Uint8Array([0, 1, 255]),
  createdAt: new Date('2026-11-20T12:00:00.123Z'),
});

describe('a store', () => {
  it('returns bytes and moments exactly as they were written', async () => {
    await db.insert(accounts).values(account('acc_1'));
    const [row] = await db.select().from(accounts).where(eq(accounts.id, 'acc_1'));
    expect(Buffer.from(row!.email!)).toEqual(Buffer.from([0, 1, 255]));
    expect(row!.createdAt).toEqual(new Date('2026-11-20T12:00:00.123Z'));
  });

  it('keeps nothing of a transaction that failed', async () => {
    await emptyTables(db);
    const failing = db.transaction(async (tx) => {
      await tx.insert(accounts).values(account('acc_2'));
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await db.select().from(accounts)).toEqual([]);
  });
});
