import { builder } from '../../graphql/builder.ts';
import { addSeconds } from '../../kernel/clock.ts';
import { IssuedKeyType, SelfType } from '../keys/keys.schema.ts';
import type { Budget } from './rate-limit.ts';

const RateLimit = builder.objectRef<Budget>('RateLimit').implement({
  description: 'How many calls a key may make in a window of one minute, and how many are left in the present one.',
  fields: (t) => ({
    limit: t.exposeInt('limit', { description: 'Calls in a window.' }),
    remaining: t.exposeInt('remaining', { description: 'Calls left in the present window.' }),
    resetsAt: t.field({
      type: 'DateTime',
      description: 'When the window ends and all calls are available again.',
      resolve: ({ resetsInSeconds }, _args, ctx) => addSeconds(ctx.realClock.now(), resetsInSeconds),
    }),
  }),
});

builder.objectField(SelfType, 'rateLimit', (t) =>
  t.field({
    type: RateLimit,
    nullable: true,
    description: 'The budget of calls of this key, after this call; null where calls are not limited.',
    resolve: async ({ key }, _args, { limits }) => (await limits.peek('key', key.id)) ?? null,
  }),
);

builder.objectField(IssuedKeyType, 'rateLimit', (t) =>
  t.field({
    type: RateLimit,
    nullable: true,
    description: 'The budget of calls of the new key; null where calls are not limited.',
    resolve: async ({ key }, _args, { limits }) => (await limits.peek('key', key.id)) ?? null,
  }),
);
