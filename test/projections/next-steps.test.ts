import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { getSchema } from '../../src/graphql/schema.ts';
import { createDirectory } from '../../src/projections/directory.ts';
import { loadDocuments, readDocuments } from '../../src/projections/documents.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const documents = loadDocuments(getSchema(), readDocuments(`${root}/rest-mappings`));

/** Every operation that the domain names as a next step. */
const named = globSync('src/domain/**/*.ts', { cwd: root }).flatMap((file) =>
  [...readFileSync(`${root}/${file}`, 'utf8').matchAll(/operation: '(\w+)'/g)].map(
    ([, operation]) => [operation!, file] as const,
  ),
);

describe('a next step', () => {
  it('is named in the domain', () => {
    expect(named.length).toBeGreaterThan(10);
  });

  it.each(named)('%s is an operation that a document has (%s)', (operation) => {
    expect(documents.find(operation)).toBeDefined();
  });

  it('says why in words that fit a REST call and a tool alike', () => {
    const reasons = globSync('src/domain/**/*.ts', { cwd: root }).flatMap((file) =>
      [...readFileSync(`${root}/${file}`, 'utf8').matchAll(/\bwhy:\s*(.*)/g)].map(([, why]) => why!),
    );
    expect(reasons.length).toBeGreaterThan(10);
    expect(reasons.filter((why) => /\b(GET|POST|PATCH|PUT|DELETE) \//.test(why))).toEqual([]);
  });

  it('never names what no document has', () => {
    expect(() => createDirectory(documents).call('Nothing', {})).toThrow('no document is called Nothing');
  });
});
