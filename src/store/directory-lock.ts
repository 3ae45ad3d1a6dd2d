import { DatabaseSync } from 'node:sqlite';

/** Somebody else has the directory. */
export class DirectoryInUse extends Error {
  constructor(dir: string) {
    super(
      `the data directory ${dir} is in use by another process: stop that process, choose another DATA_DIR, or set ` +
        'DATABASE_URL to share one PostgreSQL between several processes',
    );
    this.name = 'DirectoryInUse';
  }
}

const sqliteBusy = 5;

/**
 * Takes a directory for this process alone, or throws DirectoryInUse. The lock is an exclusive transaction on
 * `<dir>.lock`: the system lets go of it when the process ends in any way, so that none is ever left behind.
 */
export function lockDirectory(dir: string): { release(): void } {
  const lock = new DatabaseSync(`${dir}.lock`);
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw (error as { errcode?: number }).errcode === sqliteBusy ? new DirectoryInUse(dir) : error;
  }
  return {
    release: () => {
      if (lock.isOpen) lock.close();
    },
  };
}
