import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A test that shows something: its file, its name as it is written there, and a word that it must hold. */
export interface ShownBy {
  file: string;
  test: string;
  mentions?: string;
}

const texts = new Map<string, string | undefined>();

function textOf(file: string): string | undefined {
  if (!texts.has(file)) {
    const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
    texts.set(file, existsSync(path) ? readFileSync(path, 'utf8') : undefined);
  }
  return texts.get(file);
}

/** Points at a test of `test/`. */
export const shownBy = (file: string, test: string, mentions?: string): ShownBy => ({
  file: `test/${file}.test.ts`,
  test,
  ...(mentions !== undefined && { mentions }),
});

const quotes = ["'", '`', '"'];

/** Says why a test does not show what it should: it is not there, is skipped, or does not hold the word. */
export function whyNotShown({ file, test, mentions }: ShownBy): string | undefined {
  const text = textOf(file);
  if (text === undefined) return `${file} does not exist`;
  const at = Math.max(...quotes.map((quote) => text.indexOf(quote + test + quote)));
  if (at === -1) return `${file} has no test “${test}”`;
  if (/\b(skip|todo|fails)\b[^\n]*$/.test(text.slice(0, at))) return `${file}: “${test}” is not run`;
  if (mentions !== undefined && !text.includes(mentions)) return `${file} does not mention ${mentions}`;
  return undefined;
}
