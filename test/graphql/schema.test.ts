import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { printedSchema } from '../../src/graphql/schema.ts';

describe('schema.graphql', () => {
  it('is the schema of the code; `npm run schema` prints it anew', () => {
    expect(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')).toBe(printedSchema());
  });
});
