import type { Command } from '../kernel/command.ts';
import type { Db } from './db.ts';
import { resealOutdated, sealedColumnsOf } from './reseal.ts';
import { loadTables } from './tables.ts';
import type { Vault } from './vault.ts';

/** Seals with the current key what old ones sealed: to be run after a rotation, before an old key is thrown away. */
export const resealCommand: Command<{ db: Db; vault: Vault }> = {
  name: 'reseal',
  summary: 'Encrypt everything in the database again that an old data key (DATA_KEYS_OLD) encrypted.',
  usage: '',
  options: {},
  positionals: 0,
  run: async (needs, _input, print) => {
    const { examined, resealed } = await resealOutdated(needs, sealedColumnsOf(await loadTables()));
    print(`${resealed} of ${examined} encrypted values were sealed anew with the current data key.`);
  },
};
