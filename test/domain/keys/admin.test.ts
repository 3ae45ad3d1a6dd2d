import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keyCommands } from '../../../src/domain/keys/keys.commands.ts';
import { runCommand } from '../../../src/kernel/command.ts';
import { lockDirectory } from '../../../src/store/directory-lock.ts';
import { createVault } from '../../../src/store/vault.ts';
import { testClock } from '../../support/clock.ts';
import { testDatabase } from '../../support/database.ts';

const { db } = await testDatabase();
const realClock = testClock();
const needs = {
  caller: { kind: 'system', mode: 'live' } as const,
  db,
  vault: createVault([randomBytes(32)]),
  realClock,
  keyRing: { forget: () => {} },
};

/** Runs a command as the command line does, on the database of this file. */
async function admin(...words: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommand(
    {
      commands: keyCommands,
      called: 'npm run admin --',
      print: (line) => out.push(line),
      complain: (line) => err.push(line),
      open: async () => ({ needs, close: async () => {} }),
    },
    words,
  );
  return { code, out: out.join('\n'), err: err.join('\n') };
}

describe('the operators’ command line', () => {
  it('says what it can do when it is told nothing', async () => {
    const { code, out } = await admin();
    expect(code).toBe(0);
    for (const command of ['key create', 'key list', 'key revoke']) expect(out).toContain(command);
  });

  it('issues an operator key and shows it once, lists it without its secret, and revokes it', async () => {
    const created = await admin('key', 'create', '--scope', 'operator', '--mode', 'live', '--name', 'Night shift');
    expect([created.code, created.err]).toEqual([0, '']);
    const secret = /^svc_agent_[0-9a-f]{64}$/m.exec(created.out)?.[0] ?? '';
    const id = /key_[0-9a-z]{26}/.exec(created.out)?.[0] ?? '';
    expect(secret).not.toBe('');

    const listed = await admin('key', 'list');
    expect(listed.out).toMatch(new RegExp(`${id} .*live .*operator .*active .*"Night shift"`));
    expect(listed.out).not.toContain(secret);

    expect((await admin('key', 'revoke', id)).out).toContain('revoked');
    expect((await admin('key', 'list')).out).toBe('');
    expect((await admin('key', 'list', '--all')).out).toContain('revoked');
  });

  it('issues a key with several scopes that ends by itself, for an account that exists', async () => {
    const first = await admin('key', 'create', '--scope', 'agent');
    const account = /acc_[0-9a-z]{26}/.exec(first.out)?.[0] ?? '';
    const words = ['--scope', 'agent', '--scope', 'partner', '--account', account, '--expires', '2026-12-01'];
    const { out } = await admin('key', 'create', ...words);
    expect(out).toMatch(new RegExp(`sandbox .*agent\\+partner .*${account} .*ends 2026-12-01T00:00:00.000Z`));
  });

  it.each([
    ['no scope', ['key', 'create'], 1, /--scope is needed/],
    ['another scope', ['key', 'create', '--scope', 'boss'], 1, /--scope is needed: one or more of agent/],
    ['another mode', ['key', 'create', '--scope', 'agent', '--mode', 'test'], 1, /--mode is one of sandbox, live/],
    ['an end in the past', ['key', 'create', '--scope', 'agent', '--expires', '2020-01-01'], 1, /in the future/],
    ['an end that is no date', ['key', 'create', '--scope', 'agent', '--expires', 'soon'], 1, /in the future/],
    ['an unknown option', ['key', 'list', '--everything'], 2, /--everything/],
    ['no id', ['key', 'revoke'], 2, /KEY_ID/],
    ['two ids', ['key', 'revoke', 'key_1', 'key_2'], 2, /KEY_ID/],
    ['an unknown command', ['kex', 'list'], 2, /no such command/],
    ['a key that is not there', ['key', 'revoke', 'key_1'], 1, /NOT_FOUND/],
    ['an account that is not there', ['key', 'create', '--scope', 'agent', '--account', 'acc_1'], 1, /NOT_FOUND/],
  ])('refuses %s, and says how it is done', async (_, words, code, says) => {
    const outcome = await admin(...words);
    expect([outcome.code, outcome.out]).toEqual([code, '']);
    expect(outcome.err).toMatch(says);
  });
});

describe('npm run admin', () => {
  it('says what to do while the service has the embedded database, in words and not in a stack', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'admin-'));
    const lock = lockDirectory(join(dataDir, 'database'));
    onTestFinished(async () => {
      lock.release();
      await rm(dataDir, { recursive: true, force: true });
    });
    const outcome = await new Promise<{ code: number; err: string }>((resolve) => {
      const env = { PATH: process.env.PATH!, DATA_DIR: dataDir };
      execFile(process.execPath, ['src/admin.ts', 'key', 'list'], { env }, (error, _out, err) => {
        resolve({ code: Number(error?.code ?? 0), err });
      });
    });
    expect(outcome.code).toBe(1);
    expect(outcome.err).toContain('in use');
    expect(outcome.err).toContain('GraphQL');
    expect(outcome.err).not.toMatch(/\bat .*\.ts:/);
  });
});
