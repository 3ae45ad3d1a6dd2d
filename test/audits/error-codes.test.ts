import { describe, expect, it } from 'vitest';
import { type FailureCode, failureKinds } from '../../src/kernel/failure.ts';
import { quickReader } from '../support/passport-reader.ts';
import { startService } from '../support/service.ts';
import { type Provocation, provocations } from './provocations.ts';
import { whyNotShown } from './shown-by.ts';

const running = await startService({ overrides: { passportReader: quickReader } });
const codes = Object.keys(failureKinds) as FailureCode[];

describe('every code of the catalogue', () => {
  it.each(codes)('%s is provoked by a test', async (code) => {
    const provocation: Provocation | undefined = provocations[code];
    if (!provocation) throw new Error(`nothing provokes ${code}: add it to provocations.ts`);
    if (typeof provocation !== 'function') {
      expect(whyNotShown(provocation)).toBeUndefined();
      return;
    }
    const { status, error, headers } = await provocation(running);
    expect(error?.code).toBe(code);
    expect(status).toBe(failureKinds[code].status);
    expect(error.message).toMatch(/^\S.*\.$/s);
    expect(error.hint).toMatch(/^\S.*\.$/s);
    expect(headers.get('www-authenticate') !== null).toBe(status === 401);
  });

  it('is served by GET /errors with its page, and no other is', async () => {
    const { data } = await running.api.get('/errors');
    expect(data.errors.map(({ code }: { code: string }) => code).sort()).toEqual([...codes].sort());
  });
});
