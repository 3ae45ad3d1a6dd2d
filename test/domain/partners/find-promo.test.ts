import { beforeAll, describe, expect, it } from 'vitest';
import { addPartnerCode, linkPartnerAccount } from '../../../src/domain/partners/create-partner.ts';
import { deactivatePartner, deactivatePartnerCode } from '../../../src/domain/partners/deactivate-partner.ts';
import { findPromo } from '../../../src/domain/partners/find-promo.ts';
import { account, addAccount, addPartner, guest, type Programme, programme } from './programme.ts';

let ctx: Programme;
beforeAll(async () => {
  ctx = await programme();
});
const ask = (code: string | null | undefined, caller = guest) => findPromo({ ...ctx, caller }, code);
const refused = (reason: string) => ({ applied: false, reason, grants: null, partnerId: null });

describe('a promo code', () => {
  it('gives a guest 10% and credits its partner, in any case and with space around it', async () => {
    const partner = await addPartner(ctx, { code: 'summer-26' });
    const granted = {
      code: 'SUMMER-26',
      applied: true,
      reason: null,
      grants: { code: 'SUMMER-26', percentOff: 10 },
      partnerId: partner.id,
    };
    expect(await ask('SUMMER-26')).toEqual(granted);
    expect(await ask('  summer-26 ')).toEqual(granted);
    expect(await ask('summer-26', account('acc_someone', ['agent'], 'sandbox'))).toEqual(granted);
  });

  it.each([null, undefined, '', '   '])('is not needed: %j says nothing', async (code) => {
    expect(await ask(code)).toBeNull();
  });

  it.each(['NOBODY', 'x', "'; drop table partners; --", 'Ä'.repeat(500)])(
    'that nobody has is told, not refused: %s',
    async (code) => {
      const promo = await ask(code);
      expect(promo).toMatchObject(refused('UNKNOWN_CODE'));
      expect(promo!.code.length).toBeLessThanOrEqual(32);
    },
  );

  it('stops when its partner, or it itself, is deactivated, and when it expires', async () => {
    const partner = await addPartner(ctx, { code: 'FIRST' });
    await addPartnerCode(ctx.operator, { partnerId: partner.id, code: 'SECOND' });
    const soon = new Date(ctx.clock.now().getTime() + 1000);
    await addPartnerCode(ctx.operator, { partnerId: partner.id, code: 'THIRD', expiresAt: soon });
    expect(await ask('THIRD')).toMatchObject({ applied: true });
    ctx.clock.advance(1);
    expect(await ask('THIRD')).toMatchObject(refused('INACTIVE'));
    await deactivatePartnerCode(ctx.operator, 'second');
    expect(await ask('SECOND')).toMatchObject(refused('INACTIVE'));
    expect(await ask('FIRST')).toMatchObject({ applied: true });
    await deactivatePartner(ctx.operator, partner.id);
    expect(await ask('FIRST')).toMatchObject(refused('INACTIVE'));
  });

  it('is refused to the partner itself with an ordinary key', async () => {
    const accountId = await addAccount(ctx);
    await addPartner(ctx, { code: 'MYSELF', accountId });
    expect(await ask('MYSELF', account(accountId))).toMatchObject(refused('SELF_REFERRAL'));
    expect(await ask('MYSELF', account(accountId, ['partner'], 'sandbox'))).toMatchObject(refused('SELF_REFERRAL'));
  });
});

describe('a live partner key', () => {
  it('applies its oldest active code by itself', async () => {
    const accountId = await addAccount(ctx);
    const partner = await addPartner(ctx, { code: 'OLDEST', accountId });
    ctx.clock.advance(1);
    await addPartnerCode(ctx.operator, { partnerId: partner.id, code: 'NEWER' });
    const caller = account(accountId, ['agent', 'partner']);
    expect(await ask(null, caller)).toMatchObject({ code: 'OLDEST', applied: true, partnerId: partner.id });
    expect(await ask('oldest', caller)).toMatchObject({ code: 'OLDEST', applied: true });
    await deactivatePartnerCode(ctx.operator, 'OLDEST');
    expect(await ask(null, caller)).toMatchObject({ code: 'NEWER', applied: true });
    await deactivatePartner(ctx.operator, partner.id);
    expect(await ask(null, caller)).toBeNull();
  });

  it('keeps its own discount and credit when another code is sent', async () => {
    const accountId = await addAccount(ctx);
    const own = await addPartner(ctx, { code: 'OWNCODE', accountId });
    await addPartner(ctx, { code: 'FOREIGN' });
    const caller = account(accountId, ['partner']);
    for (const sent of ['FOREIGN', 'NOBODY2']) {
      expect(await ask(sent, caller)).toEqual({
        code: sent,
        applied: false,
        reason: 'ALREADY_DISCOUNTED',
        grants: { code: 'OWNCODE', percentOff: 10 },
        partnerId: own.id,
      });
    }
  });

  it('does nothing by itself in the sandbox', async () => {
    const accountId = await addAccount(ctx);
    await addPartner(ctx, { code: 'LIVEONLY', accountId });
    expect(await ask(null, account(accountId, ['partner'], 'sandbox'))).toBeNull();
  });

  it('follows the account that the partner is linked to', async () => {
    const [before, after] = [await addAccount(ctx), await addAccount(ctx)];
    const partner = await addPartner(ctx, { code: 'MOVING', accountId: before });
    await linkPartnerAccount(ctx.operator, partner.id, after);
    expect(await ask(null, account(before, ['partner']))).toBeNull();
    expect(await ask(null, account(after, ['partner']))).toMatchObject({ code: 'MOVING' });
  });
});
