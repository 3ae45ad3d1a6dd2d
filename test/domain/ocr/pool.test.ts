import { afterEach, describe, expect, it } from 'vitest';
import { createPool, type Pool } from '../../../src/gateways/passport-reader/pool.ts';

const program = new URL('./programs/obedient.ts', import.meta.url);
const today = '2026-11-20';
const [answers, fails, dies, hangs] = [1, 2, 3, 4];
const image = (does: number | undefined): Uint8Array => Uint8Array.of(does!);

let pool: Pool;
afterEach(() => pool.close());

describe('the pool of reading threads', () => {
  it('answers every image, more of them than threads', async () => {
    pool = createPool({ threads: 1, graceMs: 0, waiting: 8, deadlineMs: 20_000, program });
    const all = await Promise.all(Array.from({ length: 6 }, () => pool.read(image(answers), today)));
    expect(all).toEqual(Array(6).fill({ kind: 'no_zone' }));
    expect(pool.state()).toBe('ok');
  });

  it('refuses the image that finds the queue full with a time to retry, and serves the others', async () => {
    pool = createPool({ threads: 1, graceMs: 0, waiting: 2, deadlineMs: 20_000, program });
    const taken = [1, 2, 3].map(() => pool.read(image(answers), today));
    expect(pool.state()).toBe('busy');
    await expect(pool.read(image(answers), today)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds >= 1 && seconds <= 60),
    });
    expect(await Promise.all(taken)).toHaveLength(3);
  });

  it.each([
    ['fails', fails],
    ['dies', dies],
  ])('answers OCR_FAILED when the reading %s, and reads the next image', async (_what, does) => {
    pool = createPool({ threads: 1, graceMs: 0, waiting: 4, deadlineMs: 20_000, program });
    await expect(pool.read(image(does), today)).rejects.toMatchObject({ code: 'OCR_FAILED' });
    expect(pool.state()).toBe('failing');
    expect(await pool.read(image(answers), today)).toEqual({ kind: 'no_zone' });
    expect(pool.state()).toBe('ok');
  });

  it('gives up a reading past its deadline, and the images that waited too long behind it', async () => {
    pool = createPool({ threads: 1, graceMs: 0, waiting: 4, deadlineMs: 150, program });
    const stuck = pool.read(image(hangs), today);
    const behind = pool.read(image(hangs), today);
    await expect(stuck).rejects.toMatchObject({ code: 'OCR_FAILED' });
    await expect(behind).rejects.toMatchObject({ code: expect.stringMatching(/OCR_FAILED|SERVICE_UNAVAILABLE/) });
  });

  it('fails what is still to be read when it is closed', async () => {
    pool = createPool({ threads: 1, graceMs: 0, waiting: 4, deadlineMs: 20_000, program });
    const read = pool.read(image(hangs), today);
    const waiting = pool.read(image(answers), today);
    const both = Promise.allSettled([read, waiting]);
    await pool.close();
    expect((await both).map((one) => one.status)).toEqual(['rejected', 'rejected']);
  });
});
