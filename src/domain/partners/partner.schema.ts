import { builder } from '../../graphql/builder.ts';
import { loader } from '../../graphql/loader.ts';
import { SelfType } from '../keys/keys.schema.ts';
import { BalancesType, LedgerPageType, StatementType } from './ledger.schema.ts';
import type { Balances } from './ledger.ts';
import { isActive, type Partner, type PartnerCode } from './partner.ts';
import { balancesOfPartners, codesOfPartners, findOwnPartner, getStatement, listLedger } from './read-ledger.ts';

const balances = loader<string, Balances>((ctx, ids) => balancesOfPartners(ctx, ids));
const codes = loader<string, PartnerCode[]>((ctx, ids) => codesOfPartners(ctx, ids));

const PartnerCodeType = builder.objectRef<PartnerCode>('PartnerCode').implement({
  description: 'A promo code.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The code.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: 'When it stops by itself.' }),
    active: t.boolean({
      description: 'Whether it applies now, as long as the partnership does.',
      resolve: (code, _args, ctx) => isActive(code, { deactivatedAt: null }, ctx.clock.now()),
    }),
  }),
});

/** A partner, as itself and operators see it. */
export const PartnerType = builder.objectRef<Partner>('Partner').implement({
  description: 'Who sends travelers, gives them a discount by its code, and earns commission.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the partner.' }),
    name: t.exposeString('name', { description: 'Name of the partner.' }),
    accountId: t.exposeID('accountId', { nullable: true, description: 'The account that it uses.' }),
    active: t.boolean({
      description: 'Whether its codes apply.',
      resolve: (partner) => partner.deactivatedAt === null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the partnership began.' }),
    codes: t.field({
      type: [PartnerCodeType],
      description: 'Its codes, oldest first; the first active one is applied by its own keys.',
      resolve: (partner, _args, ctx) => codes(ctx).load(partner.id),
    }),
    balances: t.field({
      type: BalancesType,
      description: 'What it has earned and is owed.',
      resolve: (partner, _args, ctx) => balances(ctx).load(partner.id),
    }),
    ledger: t.field({
      type: LedgerPageType,
      description: 'Its ledger, newest first.',
      args: {
        limit: t.arg.int({ description: 'Entries on a page, 1 to 200.' }),
        after: t.arg.string({ description: 'Where the page begins.' }),
      },
      resolve: (partner, args, ctx) => listLedger(ctx, partner, args),
    }),
    statement: t.field({
      type: StatementType,
      description: 'Its account over a period.',
      args: {
        from: t.arg({ type: 'Date', required: true, description: 'First day, in UTC.' }),
        to: t.arg({ type: 'Date', required: true, description: 'Last day, in UTC.' }),
      },
      resolve: (partner, args, ctx) => getStatement(ctx, partner, args),
    }),
  }),
});

builder.objectField(SelfType, 'partner', (t) =>
  t.field({
    type: PartnerType,
    nullable: true,
    description: 'The partner that the account belongs to, with its codes and balances; null when there is none.',
    resolve: (_self, _args, ctx) => findOwnPartner(ctx),
  }),
);
