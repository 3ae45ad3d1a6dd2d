import { builder } from '../../graphql/builder.ts';
import { NextStepType } from '../../graphql/next-step.ts';
import type { NextStep } from '../../kernel/next-step.ts';
import type { Page } from '../../kernel/page.ts';
import { type ApiKey, type IssuedKey, longestOverlapSeconds, usualOverlapSeconds } from './api-key.ts';
import { createKey } from './create-key.ts';
import { type Account, getSelf, type Self } from './get-self.ts';
import { issueKey } from './issue-key.ts';
import { listKeys } from './list-keys.ts';
import { revokeKey } from './revoke-key.ts';
import { rollKey } from './roll-key.ts';

const ModeType = builder.enumType('Mode', {
  description:
    'Whether real money and real authorities are involved. What is made in one mode is invisible in the other.',
  values: ['sandbox', 'live'] as const,
});

const ScopeType = builder.enumType('Scope', {
  description:
    'What a key may do: agent for all calls of an account, partner for a partner code, operator for running the service.',
  values: ['agent', 'partner', 'operator'] as const,
});

const begin: NextStep = {
  action: 'check_eligibility',
  why: 'Find out which authorization a traveler needs, from nationality and destination.',
  operation: 'CheckEligibility',
  arguments: {},
};

const ApiKeyType = builder.objectRef<ApiKey>('ApiKey').implement({
  description: 'An API key, without its secret.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the key.' }),
    accountId: t.exposeID('accountId', { description: 'The account that holds it.' }),
    prefix: t.exposeString('prefix', { description: 'How the secret begins, to tell keys apart.' }),
    name: t.exposeString('name', { nullable: true, description: 'The name that it was given.' }),
    mode: t.expose('mode', { type: ModeType, description: 'Sandbox or live.' }),
    scopes: t.expose('scopes', { type: [ScopeType], description: 'What it may do.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was issued.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to within some seconds.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: 'When it ends, if it does.' }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked.' }),
    replacedBy: t.exposeID('replacedBy', {
      nullable: true,
      description: 'The key that replaced it when it was rolled.',
    }),
  }),
});

const AccountType = builder.objectRef<Account>('Account').implement({
  description: 'An account: what its keys see of it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the account.' }),
    name: t.exposeString('name', { nullable: true, description: 'The name that it was given.' }),
    email: t.exposeString('email', { nullable: true, description: 'Where it is reached.' }),
    mode: t.expose('mode', { type: ModeType, description: 'Sandbox or live.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  }),
});

/** A key at the one moment at which its secret is shown. */
export const IssuedKeyType = builder.objectRef<IssuedKey>('IssuedKey').implement({
  description: 'A key that was just issued. Its secret is shown here and never again.',
  fields: (t) => ({
    answer: t.string({
      description: 'The answer in plain language.',
      resolve: ({ key }) =>
        `Here is a ${key.mode} API key. Keep it now: it is not shown again. Send it as a bearer token in the Authorization header.`,
    }),
    apiKey: t.exposeString('apiKey', { description: 'The secret, for the Authorization header: Bearer <key>.' }),
    key: t.expose('key', { type: ApiKeyType, description: 'The key without its secret.' }),
    keyId: t.id({ description: 'Identifier of the key.', resolve: ({ key }) => key.id }),
    prefix: t.string({ description: 'How the secret begins.', resolve: ({ key }) => key.prefix }),
    mode: t.field({ type: ModeType, description: 'Sandbox or live.', resolve: ({ key }) => key.mode }),
    scopes: t.field({ type: [ScopeType], description: 'What it may do.', resolve: ({ key }) => key.scopes }),
    accountId: t.id({ description: 'The account that holds it.', resolve: ({ key }) => key.accountId }),
    nextStep: t.field({ type: NextStepType, description: 'What to do next.', resolve: () => begin }),
  }),
});

/** Who the caller is. */
export const SelfType = builder.objectRef<Self>('Self').implement({
  description: 'Who the caller is: its key and its account.',
  fields: (t) => ({
    answer: t.string({
      description: 'The answer in plain language.',
      resolve: ({ key, account }) =>
        `You call with the ${key.mode} key ${key.prefix}… of account ${account.id}; it may act as ${key.scopes.join(' and ')}.`,
    }),
    key: t.expose('key', { type: ApiKeyType, description: 'The key that made this call.' }),
    account: t.expose('account', { type: AccountType, description: 'The account that holds it.' }),
    nextStep: t.field({ type: NextStepType, description: 'What to do next.', resolve: () => begin }),
  }),
});

const ApiKeyPage = builder.objectRef<Page<ApiKey>>('ApiKeyPage').implement({
  description: 'One page of keys, newest first.',
  fields: (t) => ({
    keys: t.field({ type: [ApiKeyType], description: 'The keys.', resolve: ({ items }) => items }),
    nextCursor: t.exposeString('nextCursor', {
      nullable: true,
      description: 'Cursor of the next page, if there is one.',
    }),
  }),
});

const CreateKeyInput = builder.inputType('CreateKeyInput', {
  description: 'What may be said of a key to be issued.',
  fields: (t) => ({
    name: t.string({
      description: 'A name for the key.',
      validate: { maxLength: [100, { message: 'The name is at most 100 characters' }] },
    }),
    email: t.string({
      description: 'Where the account is reached.',
      validate: {
        email: [true, { message: 'The email is an address such as agent@example.com' }],
        maxLength: [254, { message: 'The email is at most 254 characters' }],
      },
    }),
    paymentSessionId: t.string({ description: 'A paid live guest checkout, to get the live key that it earned.' }),
  }),
});

const IssueKeyInput = builder.inputType('IssueKeyInput', {
  description: 'The key that an operator wants issued.',
  fields: (t) => ({
    mode: t.field({ type: ModeType, required: true, description: 'Sandbox or live.' }),
    scopes: t.field({ type: [ScopeType], required: true, description: 'What it may do.' }),
    name: t.string({
      description: 'A name for the key, and for the account when one is made.',
      validate: { maxLength: [100, { message: 'The name is at most 100 characters' }] },
    }),
    accountId: t.id({ description: 'An existing account of that mode; a new one when left out.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it ends by itself.' }),
  }),
});

builder.mutationFields((t) => ({
  createKey: t.field({
    type: IssuedKeyType,
    access: 'PUBLIC',
    description: 'Issue an API key: a sandbox key, or the live key that a paid live guest checkout earned.',
    args: { input: t.arg({ type: CreateKeyInput, required: true, description: 'What is said of the key.' }) },
    resolve: (_root, { input }, ctx) => createKey(ctx, input),
  }),
  issueKey: t.field({
    type: IssuedKeyType,
    access: 'OPERATOR',
    description: 'Issue a key with any scope, for an account or with a new one.',
    args: { input: t.arg({ type: IssueKeyInput, required: true, description: 'The key.' }) },
    resolve: (_root, { input }, ctx) => issueKey(ctx, input),
  }),
  rollApiKey: t.field({
    type: IssuedKeyType,
    access: 'KEY',
    description: 'Replace a key of the account by a new one. The old one goes on working until the overlap is over.',
    args: {
      keyId: t.arg.id({ description: 'The key to replace; the one that makes the call when left out.' }),
      overlapSeconds: t.arg.int({
        required: true,
        defaultValue: usualOverlapSeconds,
        description: `How long the old key goes on working: 0 to ${longestOverlapSeconds} seconds.`,
      }),
    },
    resolve: (_root, args, ctx) => rollKey(ctx, args),
  }),
  revokeApiKey: t.field({
    type: ApiKeyType,
    access: 'KEY',
    description: 'End a key for good. Operators can end the keys of others.',
    args: { keyId: t.arg.id({ required: true, description: 'The key to end.' }) },
    resolve: (_root, { keyId }, ctx) => revokeKey(ctx, keyId),
  }),
}));

builder.queryFields((t) => ({
  getSelf: t.field({
    type: SelfType,
    access: 'KEY',
    description: 'Who the caller is, and what is left of its budget of calls.',
    resolve: (_root, _args, ctx) => getSelf(ctx),
  }),
  apiKeys: t.field({
    type: ApiKeyPage,
    access: 'KEY',
    description: 'The keys of the account, newest first, ended ones among them.',
    args: {
      accountId: t.arg.id({ description: 'Another account, or * for all: for operators.' }),
      limit: t.arg.int({ description: 'How many at most, 1 to 200; 50 when left out.' }),
      after: t.arg.string({ description: 'Cursor of the page before.' }),
    },
    resolve: (_root, args, ctx) => listKeys(ctx, args),
  }),
}));
