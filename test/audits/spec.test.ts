import { describe, expect, it } from 'vitest';
import { accountEstate, guestEstate } from '../support/estate.ts';
import { quickReader } from '../support/passport-reader.ts';
import { startService } from '../support/service.ts';
import { whyNotShown } from './shown-by.ts';
import type { Audit } from './spec/sentence.ts';
import { sentences } from './spec.ts';

const running = await startService({ overrides: { passportReader: quickReader } });
const audit: Audit = {
  running,
  api: running.api,
  account: await accountEstate(running),
  guest: await guestEstate(running),
};

describe('what the specification and the contract say', () => {
  it.each(sentences.map((sentence) => [sentence.id, sentence] as const))('%s', async (_id, { says, checks }) => {
    expect(checks, `nothing shows that ${says}`).not.toHaveLength(0);
    for (const check of checks) {
      if (typeof check === 'function') await check(audit);
      else expect(whyNotShown(check), says).toBeUndefined();
    }
  });

  it('is listed once', () => {
    const ids = sentences.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    for (const { id, says } of sentences) {
      expect(id).toMatch(/^(spec|contract)\/[\w-]+\/[\w-]+$/);
      expect(says, id).toMatch(/^\S.* .*\.$/s);
    }
  });
});
