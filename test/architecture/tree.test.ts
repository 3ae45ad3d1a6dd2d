import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { levels } from './rules.ts';
import * as tree from './tree.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = tree.filesOf(root);
const folders: string[] = [];

async function houseOf(contents: Record<string, string>): Promise<string> {
  const house = await mkdtemp(join(tmpdir(), 'house-'));
  folders.push(house);
  for (const [path, text] of Object.entries(contents)) {
    await mkdir(dirname(join(house, path)), { recursive: true });
    await writeFile(join(house, path), text);
  }
  return house;
}

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

describe('the tree', () => {
  it('holds nothing at the top level but what belongs there', () => {
    expect(tree.strangersAtTop(files)).toEqual([]);
    expect(tree.strangersAtTop(['vitest.config.ts', '.gitignore', 'src/main.ts'])).toEqual(['vitest.config.ts']);
  });

  it('names every file for what is in it', () => {
    expect(tree.emptyNamed(files)).toEqual([]);
    const bad = [
      'src/kernel/utils.ts',
      'src/helpers/date.ts',
      'test/support/http-helper.ts',
      'src/store/pool-manager.ts',
    ];
    expect(tree.emptyNamed([...bad, 'src/kernel/money.ts'])).toEqual(bad);
  });

  it('has no index.ts that exports values', async () => {
    expect(tree.barrels(root, files)).toEqual([]);
    const house = await houseOf({
      'src/a/index.ts': `export * from './b.ts';`,
      'src/c/index.ts': 'export type C = 1;',
    });
    expect(tree.barrels(house, ['src/a/index.ts', 'src/c/index.ts'])).toEqual(['src/a/index.ts']);
  });

  it('has no source file of more than 300 lines, and no test of more than 600', async () => {
    expect(tree.overlong(root, files)).toEqual([]);
    const long = (lines: number, text = 'export const act = () => 1;') => text + '\n'.repeat(lines - 1).concat('x');
    const house = await houseOf({
      'src/long.ts': long(301),
      'src/fits.ts': long(300),
      'src/data.ts': long(900, 'export const data = ['),
      'test/long.ts': long(601),
      'test/fits.ts': long(600),
    });
    const all = ['src/long.ts', 'src/fits.ts', 'src/data.ts', 'test/long.ts', 'test/fits.ts'];
    expect(tree.overlong(house, all)).toEqual(['src/long.ts: 301 lines', 'test/long.ts: 601 lines']);
  });

  it('tells of every concept in 20 lines what it owns, does, promises and does not', async () => {
    expect(tree.badReadmes(root)).toEqual([]);
    const whole = 'Owns\nOperations\nPromises\nDoes not\n';
    const house = await houseOf({
      'src/domain/keys/README.md': whole,
      'src/domain/limits/README.md': whole + '\n'.repeat(17).concat('x'),
      'src/domain/events/README.md': whole.replace('Owns', ''),
      'src/domain/meta/a.ts': '',
    });
    expect(tree.badReadmes(house).sort()).toEqual([
      'events: README.md does not say "Owns"',
      'limits: README.md has 22 lines',
      'meta: no README.md',
    ]);
  });

  it('gives every concept a level', () => {
    expect(tree.conceptsOf(root).filter((concept) => !levels.flat().includes(concept))).toEqual([]);
  });

  it('reads the time from the clock of the caller only', async () => {
    expect(tree.clockReaders(root, files)).toEqual([]);
    const house = await houseOf({
      'src/domain/a/a.ts': 'const now = new Date();',
      'src/domain/a/b.ts': '// new Date()',
    });
    expect(tree.clockReaders(house, ['src/domain/a/a.ts', 'src/domain/a/b.ts'])).toEqual(['src/domain/a/a.ts']);
  });

  it('reads the environment in its processes only', async () => {
    expect(tree.environmentReaders(root, files)).toEqual([]);
    const house = await houseOf({ 'src/store/a.ts': 'process.env.HOME', 'src/main.ts': 'readConfig(process.env)' });
    expect(tree.environmentReaders(house, ['src/store/a.ts', 'src/main.ts'])).toEqual(['src/store/a.ts']);
  });
});
