import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

const keyBytes = 32;

/**
 * Returns the key that encrypts what is kept in a data directory, and makes it the first time. Only the owner can read
 * the file and the directory. Two processes that start at once get the same key. A damaged file is never replaced: what
 * was sealed with it would be lost.
 */
export async function generatedDataKey(dir: string): Promise<Buffer> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, 'data.key');
  return (await readKey(path)) ?? (await makeKey(path));
}

async function readKey(path: string): Promise<Buffer | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== keyBytes) throw new Error('the data key file is damaged: restore data.key from a backup');
  await chmod(path, 0o600);
  return key;
}

async function makeKey(path: string): Promise<Buffer> {
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(unfinished, 'wx', 0o600);
    await file.writeFile(`${randomBytes(keyBytes).toString('base64')}\n`);
    await file.sync();
    await file.close();
    await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(unfinished, { force: true });
  }
  return (await readKey(path))!;
}
