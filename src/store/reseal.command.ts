import type { Command } from '../kernel/command.ts';
import type { Db } from './db.ts';
import { resealOutdated, sealedColumnsOf } from './reseal.ts';
import { loadTables } from './tables.ts';
import type { Vault } from './vault.ts';

/** What resealing needs: the columns are found in the tables, the files are somebody else's. */
export interface ResealNeeds {
  db: Db;
  vault: Vault;
  /** Seals every file anew that an old key sealed. */
  resealFiles(): Promise<{ examined: number; resealed: number; unreadable: number }>;
}

/** Seals with the current key what old ones sealed: to be run after a rotation, before an old key is thrown away. */
export const resealCommand: Command<ResealNeeds> = {
  name: 'reseal',
  summary:
    'Encrypt everything in the database and every uploaded file again that an old data key (DATA_KEYS_OLD) encrypted.',
  usage: '',
  options: {},
  positionals: 0,
  run: async (needs, _input, print) => {
    const columns = await resealOutdated(needs, sealedColumnsOf(await loadTables()));
    print(`${columns.resealed} of ${columns.examined} encrypted values were sealed anew with the current data key.`);
    const files = await needs.resealFiles();
    print(`${files.resealed} of ${files.examined} files were sealed anew with the current data key.`);
    if (files.unreadable > 0) {
      print(
        `${files.unreadable} files were sealed with a key that is not configured: find it before you throw any away.`,
      );
    }
  },
};
