import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { accounts } from '../../src/domain/keys/account.table.ts';
import { rowsOf } from '../../src/store/db.ts';
import { DirectoryInUse } from '../../src/store/directory-lock.ts';
import { freeSpaceFloorBytes } from '../../src/store/free-space.ts';
import { openStore, type Store } from '../../src/store/open.ts';

const scratch = await mkdtemp(join(tmpdir(), 'embedded-'));
const dir = join(scratch, 'database');
const account = (id: string) => ({ id, mode: 'sandbox' as const, createdAt: new Date() });
const open = (at = dir): Promise<Store> => openStore({ kind: 'embedded', dir: at });

// Making a database on disk takes seconds, and processes of their own take more.
vi.setConfig({ testTimeout: 60_000 });
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** Runs code with an open store in a process of its own, and waits for its first line. */
async function processWith(code: string) {
  const module = new URL('../../src/store/open.ts', import.meta.url).href;
  const table = new URL('../../src/domain/keys/account.table.ts', import.meta.url).href;
  const script = `
    const { openStore } = await import('${module}');
    const { accounts } = await import('${table}');
    const store = await openStore({ kind: 'embedded', dir: ${JSON.stringify(dir)} });
    ${code}
    console.log('ready');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

describe('the embedded database', () => {
  it('keeps what was committed when its process is killed, and lets the next one in', async () => {
    const child = await processWith(
      `await store.db.insert(accounts).values({ id: 'acc_killed', mode: 'sandbox', createdAt: new Date() });`,
    );
    await expect(open()).rejects.toThrow(DirectoryInUse);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const store = await open();
    expect(await store.db.select().from(accounts).where(eq(accounts.id, 'acc_killed'))).toHaveLength(1);
    await store.close();
  });

  it('refuses a second opening with a sentence that says what to do', async () => {
    const store = await open();
    await expect(open()).rejects.toThrow(/in use by another process: stop that process.*DATABASE_URL/);
    await store.close();
    await store.close();
    await (await open()).close();
  });

  it('syncs the disk with every commit, and with no read', async () => {
    const store = await open();
    await store.db.insert(accounts).values(account('acc_first'));
    const sync = vi.spyOn(fs, 'fsyncSync');
    for (let number = 0; number < 10; number += 1) await store.db.insert(accounts).values(account(`acc_${number}`));
    expect(sync.mock.calls.length).toBeGreaterThanOrEqual(10);
    sync.mockClear();
    await store.db.select().from(accounts);
    expect(sync).not.toHaveBeenCalled();
    await store.close();
  });

  it('runs the engine with fsync on, through the call that is mended', async () => {
    const store = await open();
    const settings = rowsOf<{ name: string; setting: string }>(
      await store.db.execute(
        sql`select name, setting from pg_settings where name in ('fsync', 'wal_sync_method', 'synchronous_commit', 'full_page_writes')`,
      ),
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      wal_sync_method: 'fsync',
    });
    await store.close();
  });

  it('syncs directories too: a checkpoint reaches the disk with its new files', async () => {
    const store = await open();
    await store.db.execute(sql`create table proof (id int)`);
    const directories: boolean[] = [];
    const real = fs.fsyncSync;
    const sync = vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
      directories.push(fs.fstatSync(descriptor).isDirectory());
      real(descriptor);
    });
    await store.db.execute(sql`checkpoint`);
    sync.mockRestore();
    expect(directories.length).toBeGreaterThan(1);
    await store.db.execute(sql`drop table proof`);
    await store.close();
  });

  it('never leaves half a database behind when its making is cut off', async () => {
    const fresh = join(scratch, 'fresh');
    const cut = vi.spyOn(fs, 'readdirSync').mockImplementationOnce(() => {
      throw new Error('power cut');
    });
    await expect(open(fresh)).rejects.toThrow('power cut');
    cut.mockRestore();
    expect(fs.existsSync(fresh)).toBe(false);
    const store = await open(fresh);
    expect(await store.health()).toEqual({ ok: true });
    await store.close();
  });

  it('takes no changes on a full disk, still reads, and says so in its health', async () => {
    const store = await open();
    await store.db.insert(accounts).values(account('acc_before'));
    let time = performance.now() + 1000;
    const watch = vi.spyOn(performance, 'now').mockImplementation(() => time);
    const full = vi
      .spyOn(fs, 'statfsSync')
      .mockReturnValue({ bavail: freeSpaceFloorBytes / 4096 - 1, bsize: 4096 } as never);
    const refusal = { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('Nothing was changed') };
    await expect(store.db.insert(accounts).values(account('acc_full'))).rejects.toMatchObject(refusal);
    await expect(
      store.db.transaction(async (tx) => tx.insert(accounts).values(account('acc_full'))),
    ).rejects.toMatchObject(refusal);
    expect(() => store.assertWritable()).toThrow();
    expect(await store.health()).toEqual({ ok: false, reason: expect.stringContaining('disk space') });
    expect(await store.db.select().from(accounts).where(eq(accounts.id, 'acc_full'))).toEqual([]);
    full.mockRestore();
    time += 1001;
    await store.db.insert(accounts).values(account('acc_after'));
    watch.mockRestore();
    await store.close();
  });

  it('tells a transaction that waits for itself instead of hanging', async () => {
    const store = await open();
    const mistaken = store.db.transaction(async () => store.db.select().from(accounts));
    await expect(mistaken).rejects.toThrow('inside a transaction instead of the transaction itself');
    expect(await store.db.transaction(async (tx) => tx.select().from(accounts))).not.toEqual([]);
    await store.close();
  });
});
