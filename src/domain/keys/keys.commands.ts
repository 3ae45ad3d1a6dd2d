import type { Caller, Scope } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type Command, CommandError, type CommandInput, choiceOption, textOption } from '../../kernel/command.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { type ApiKey, isUsable } from './api-key.ts';
import { issueKey } from './issue-key.ts';
import { listKeys } from './list-keys.ts';
import { revokeKey } from './revoke-key.ts';

/** What the commands of keys need. */
export interface KeyCommandNeeds {
  caller: Caller;
  db: Db;
  vault: Vault;
  realClock: Clock;
  keyRing: { forget(accountId: string): void };
}

const scopes = ['agent', 'partner', 'operator'] as const;

const createCommand: Command<KeyCommandNeeds> = {
  name: 'key create',
  summary: 'Issue a key and show it, once.',
  usage: '--scope operator|partner|agent [--mode sandbox|live] [--name NAME] [--account ACCOUNT_ID] [--expires DATE]',
  options: {
    scope: { type: 'string', multiple: true },
    mode: { type: 'string' },
    name: { type: 'string' },
    account: { type: 'string' },
    expires: { type: 'string' },
  },
  positionals: 0,
  run: async (needs, input, print) => {
    const expires = textOption(input, 'expires');
    const expiresAt = expires === undefined ? null : new Date(expires);
    if (expiresAt && !(expiresAt > needs.realClock.now())) throw new CommandError('--expires is a date in the future');
    const { apiKey, key } = await issueKey(needs, {
      mode: choiceOption(input, 'mode', ['sandbox', 'live']) ?? 'sandbox',
      scopes: readScopes(input),
      name: textOption(input, 'name'),
      accountId: textOption(input, 'account'),
      expiresAt,
    });
    print(apiKey);
    print(`${line(key, needs.realClock.now())}\nKeep the key now: it is not shown again.`);
  },
};

function readScopes({ values }: CommandInput): Scope[] {
  const given = Array.isArray(values.scope) ? values.scope : [];
  const known = given.map((word) => scopes.find((scope) => scope === word));
  if (known.length === 0 || known.includes(undefined)) {
    throw new CommandError(`--scope is needed: one or more of ${scopes.join(', ')}`);
  }
  return known as Scope[];
}

const listCommand: Command<KeyCommandNeeds> = {
  name: 'key list',
  summary: 'List keys, newest first.',
  usage: '[--account ACCOUNT_ID] [--all]',
  options: { account: { type: 'string' }, all: { type: 'boolean' } },
  positionals: 0,
  run: async (needs, input, print) => {
    const now = needs.realClock.now();
    const accountId = textOption(input, 'account');
    let after: string | null = null;
    do {
      const page = await listKeys(needs, { accountId, after, limit: 200 });
      for (const key of page.items) {
        if (input.values.all === true || isUsable(key, now)) print(line(key, now));
      }
      after = page.nextCursor;
    } while (after !== null);
  },
};

const revokeCommand: Command<KeyCommandNeeds> = {
  name: 'key revoke',
  summary: 'End a key for good.',
  usage: 'KEY_ID',
  options: {},
  positionals: 1,
  run: async (needs, { positionals }, print) => {
    const key = await revokeKey(needs, positionals[0]!);
    print(line(key, needs.realClock.now()));
  },
};

function line(key: ApiKey, now: Date): string {
  const state = key.revokedAt ? 'revoked' : isUsable(key, now) ? 'active' : 'expired';
  const used = key.lastUsedAt ? `used ${key.lastUsedAt.toISOString()}` : 'never used';
  const ends = key.expiresAt ? `, ends ${key.expiresAt.toISOString()}` : '';
  const name = key.name === null ? '' : `  ${JSON.stringify(key.name)}`;
  return `${key.id}  ${key.prefix}…  ${key.mode}  ${key.scopes.join('+')}  ${state}  ${key.accountId}  ${used}${ends}${name}`;
}

/** The commands of keys: create, list, revoke. */
export const keyCommands: readonly Command<KeyCommandNeeds>[] = [createCommand, listCommand, revokeCommand];
