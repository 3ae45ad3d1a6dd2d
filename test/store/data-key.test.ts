import { mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedDataKey } from '../../src/store/data-key.ts';

const newDir = async () => join(await mkdtemp(join(tmpdir(), 'key-')), 'data');
const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('the generated data key', () => {
  it('is made once, kept, and readable by its owner only', async () => {
    const dir = await newDir();
    const key = await generatedDataKey(dir);
    expect(key).toHaveLength(32);
    expect(await generatedDataKey(dir)).toEqual(key);
    expect(await mode(dir)).toBe('700');
    expect(await mode(join(dir, 'data.key'))).toBe('600');
  });

  it('is the same for all who start at once, and leaves no other file', async () => {
    const dir = await newDir();
    const keys = await Promise.all(Array.from({ length: 8 }, () => generatedDataKey(dir)));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(await readdir(dir)).toEqual(['data.key']);
  });

  it('is never replaced when the file is damaged', async () => {
    const dir = await newDir();
    await generatedDataKey(dir);
    await writeFile(join(dir, 'data.key'), 'c2hvcnQ=');
    await expect(generatedDataKey(dir)).rejects.toThrow('damaged');
  });
});
