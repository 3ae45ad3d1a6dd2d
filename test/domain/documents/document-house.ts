import { randomBytes } from 'node:crypto';
import type { FileStore } from '../../../src/domain/documents/file-store.port.ts';
import type { UploadContext } from '../../../src/domain/documents/upload-document.ts';
import { issueGuestSession } from '../../../src/domain/keys/issue-guest-session.ts';
import { createFileCleaner } from '../../../src/gateways/file-cleaner/file-cleaner.ts';
import type { AccountCaller, Caller, GuestCaller } from '../../../src/kernel/caller.ts';
import { newId, newSecret } from '../../../src/kernel/id.ts';
import type { Log } from '../../../src/kernel/log.ts';
import { createVault } from '../../../src/store/vault.ts';
import { newAccount } from '../../support/account.ts';
import { testClock } from '../../support/clock.ts';
import { emptyTables, testDatabase } from '../../support/database.ts';

/** A file store in memory that can be told to fail. */
export function memoryFiles(): FileStore & { kept: Map<string, Buffer>; failing: boolean } {
  const kept = new Map<string, Buffer>();
  const store = {
    kept,
    failing: false,
    put: async (key: string, bytes: Uint8Array) => {
      if (store.failing) throw new Error('the disk is full');
      kept.set(key, Buffer.from(bytes));
    },
    get: async (key: string) => kept.get(key),
    delete: async (key: string) => {
      kept.delete(key);
    },
    health: async () => {},
  };
  return store;
}

const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Everything that documents need, on a fresh database, with people to own them. */
export async function documentHouse() {
  const { db } = await testDatabase();
  const clock = testClock();
  const files = memoryFiles();
  const vault = createVault([randomBytes(32)]);
  const ctx = {
    db,
    vault,
    files,
    cleaner: createFileCleaner({ maxPixels: 50_000_000, maxPages: 20, running: 2, waiting: 16, seconds: 10 }),
    clock,
    realClock: clock,
    baseUrl: 'https://visa.example',
    applicationOwners: { owns: async () => false },
    log: quiet,
  };
  const guestCaller: GuestCaller = { kind: 'guest', mode: 'sandbox', address: '192.0.2.1', browserShaped: false };

  return {
    ...ctx,
    /** What an operation gets for one caller. */
    as: (caller: Caller, more: Partial<UploadContext> = {}) => ({
      ...ctx,
      ...more,
      caller,
    }),
    /** Takes everybody and everything away, and sets the clock back. */
    empty: async () => {
      await emptyTables(db);
      files.kept.clear();
      clock.set('2026-11-20T12:00:00Z');
    },
    guestCaller,
    account: (): Promise<AccountCaller> => newAccount(db, clock.now()),
    guest: async (): Promise<{ guestId: string; token: string }> => {
      const guest = { id: newId('gss'), token: newSecret('gst_') };
      const expiresAt = new Date(clock.now().getTime() + 30 * 24 * 3600 * 1000);
      await issueGuestSession(db, { ...guest, mode: 'sandbox', createdAt: clock.now(), expiresAt });
      return { guestId: guest.id, token: guest.token };
    },
  };
}
