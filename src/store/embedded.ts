import { mkdir } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Db } from './db.ts';
import { migrate } from './migrate.ts';
import type { Store } from './open.ts';

/** Opens the embedded engine on a directory, or in memory. */
export async function openEmbedded(
  config: { kind: 'embedded'; dir: string } | { kind: 'memory'; snapshot?: Blob },
): Promise<Store> {
  if (config.kind === 'embedded') await mkdir(config.dir, { recursive: true, mode: 0o700 });
  const client =
    config.kind === 'embedded'
      ? new PGlite(config.dir)
      : new PGlite(config.snapshot ? { loadDataDir: config.snapshot } : {});
  await client.waitReady;
  const db = drizzle(client) as unknown as Db;
  if (config.kind === 'embedded' || !config.snapshot) await migrate(db);
  return {
    db,
    engine: 'embedded',
    close: async () => {
      if (!client.closed) await client.close();
    },
  };
}
