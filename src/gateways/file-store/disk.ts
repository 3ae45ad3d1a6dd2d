import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readFile, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore } from '../../domain/documents/file-store.port.ts';
import { Failure } from '../../kernel/failure.ts';

/**
 * Keeps files in a directory, readable by its owner only. A file appears under its name when it is whole, and it and its name have
 * reached the disk when `put` returns. Throws SERVICE_UNAVAILABLE when the disk refuses, and before it is full, as the database does.
 */
export function createDiskFileStore(
  directory: string,
  space: { assertWritable(): void } = { assertWritable: () => {} },
): FileStore {
  const pathOf = (key: string) => {
    if (!/^[A-Za-z0-9]{8,128}$/.test(key)) throw new Error('not a key of the file store');
    return join(directory, key.slice(0, 2), key);
  };

  const write = async (path: string, bytes: Uint8Array) => {
    const folder = dirname(path);
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
    try {
      const file = await open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    await syncDirectory(folder);
    if (made !== undefined) await syncDirectory(dirname(folder));
  };

  return {
    put: async (key, bytes) => {
      space.assertWritable();
      await available(() => write(pathOf(key), bytes));
    },
    get: (key) =>
      available(async () => {
        try {
          return await readFile(pathOf(key));
        } catch (error) {
          if (isMissing(error)) return undefined;
          throw error;
        }
      }),
    delete: (key) =>
      available(async () => {
        try {
          await unlink(pathOf(key));
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }),
    health: () =>
      available(async () => {
        const path = join(directory, `.health-${randomBytes(6).toString('hex')}`);
        await mkdir(directory, { recursive: true, mode: 0o700 });
        const file = await open(path, 'wx', 0o600);
        await file.close();
        await unlink(path);
      }),
  };
}

/** A name is on the disk only when its directory is (fsync(2)). */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function available<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    // What the system refuses has a code; anything else is a mistake of ours.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new Failure('SERVICE_UNAVAILABLE', { cause: error, retryAfterSeconds: 30 });
  }
}
