import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What may stand at the top level, besides dot files. */
const top = [
  'LICENSE',
  'README.md',
  'package-lock.json',
  'package.json',
  'rest-mappings',
  'schema.graphql',
  'src',
  'test',
  'tsconfig.json',
];
const maxLines = 300;
/** Tests are read test by test, and their tables case by case. */
const maxTestLines = 600;
const maxReadmeLines = 20;
const emptyNames = /(^|[-./])(utils?|helpers?|common|managers?|misc)([-./]|$)/;

/** Returns the files that are or would be committed, by their path from the root. */
export function filesOf(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
}

/** Names everything at the top level that has no place there. */
export function strangersAtTop(files: readonly string[]): string[] {
  const names = new Set(files.map((file) => file.split('/')[0]!));
  return [...names].filter((name) => !name.startsWith('.') && !top.includes(name));
}

/** Names the files whose name says nothing about what is in them. */
export function emptyNamed(files: readonly string[]): string[] {
  return files.filter((file) => /^(src|test|rest-mappings)\//.test(file) && emptyNames.test(file));
}

/** Names the `index.ts` files that export values: whoever imports one does not see where a thing is. */
export function barrels(root: string, files: readonly string[]): string[] {
  return files.filter(
    (file) =>
      /(^|\/)index\.ts$/.test(file) && /^export (?!type\b|interface\b)/m.test(readFileSync(join(root, file), 'utf8')),
  );
}

/** Names the source files that are too long to read in one go. A file that is nothing but data is not read. */
export function overlong(root: string, files: readonly string[]): string[] {
  return files
    .filter((file) => /^(src|test)\/.*\.ts$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8').trimEnd() }))
    .filter(({ text }) => /=>|\bfunction\b|\bclass\b/.test(text))
    .map(({ file, text }) => ({ file, lines: text.split('\n').length }))
    .filter(({ file, lines }) => lines > (file.startsWith('test/') ? maxTestLines : maxLines))
    .map(({ file, lines }) => `${file}: ${lines} lines`);
}

/** Names the concepts whose README.md is missing, too long, or lacks one of its four parts. */
export function badReadmes(root: string): string[] {
  const domain = join(root, 'src/domain');
  return conceptsOf(root).flatMap((concept) => {
    const path = join(domain, concept, 'README.md');
    if (!existsSync(path)) return [`${concept}: no README.md`];
    const text = readFileSync(path, 'utf8').trimEnd();
    const lines = text.split('\n').length;
    const missing = ['Owns', 'Operations', 'Promises', 'Does not'].filter((part) => !text.includes(part));
    return [
      ...(lines > maxReadmeLines ? [`${concept}: README.md has ${lines} lines`] : []),
      ...missing.map((part) => `${concept}: README.md does not say "${part}"`),
    ];
  });
}

/** Returns the folders of the domain. */
export function conceptsOf(root: string): string[] {
  return readdirSync(join(root, 'src/domain'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

/** Names the places in the domain that read the system's clock: time comes from the clock of the caller. */
export function clockReaders(root: string, files: readonly string[]): string[] {
  return files
    .filter(
      (file) => /^src\/(domain|kernel|workers)\/.*\.ts$/.test(file) && !/^src\/kernel\/(clock|id)\.ts$/.test(file),
    )
    .filter((file) => /\bDate\.now\(\)|\bnew Date\(\)|\bsystemClock\b/.test(codeOf(join(root, file))));
}

/** Names the files besides the processes that read the environment. */
export function environmentReaders(root: string, files: readonly string[]): string[] {
  return files.filter(
    (file) =>
      /^src\/.*\.ts$/.test(file) &&
      !/^src\/(main|admin)\.ts$/.test(file) &&
      /\bprocess\.env\b/.test(codeOf(join(root, file))),
  );
}

function codeOf(path: string): string {
  return readFileSync(path, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '');
}
