import { describe, expect, it } from 'vitest';
import { partnerCommands } from '../../../src/domain/partners/partners.commands.ts';
import { runCommand } from '../../../src/kernel/command.ts';
import { addAccount, paidOrder, pay, programme, refundWindowSeconds } from './programme.ts';

const ctx = await programme();

async function admin(...words: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommand(
    {
      commands: partnerCommands,
      called: 'npm run admin --',
      print: (line) => out.push(line),
      complain: (line) => err.push(line),
      open: async () => ({ needs: ctx.operator, close: async () => {} }),
    },
    words,
  );
  return { code, out: out.join('\n'), err: err.join('\n') };
}
const create = async (name: string, code: string) =>
  /ptr_[0-9a-z]{26}/.exec((await admin('partner', 'create', '--name', name, '--code', code)).out)![0];

describe('the operators’ command line', () => {
  it('makes a partner, adds a code, links an account, and lists all of it', async () => {
    const id = await create('Globetrotters', 'globe');
    await admin('partner', 'code', id, '--code', 'globe2', '--expires', '2027-01-01');
    const accountId = await addAccount(ctx);
    await admin('partner', 'link', id, '--account', accountId);
    const { out } = await admin('partner', 'list');
    expect(out).toMatch(new RegExp(`${id}  active  GLOBE\\+GLOBE2  ${accountId}  payable 0.00 USD.*"Globetrotters"`));
  });

  it('pays out what is payable, once, and prints what to transfer so that no name becomes a formula', async () => {
    const id = await create('=1+1, Ltd "quoted"', 'formula');
    const { clock } = ctx;
    await pay(ctx, paidOrder(ctx, { id } as never));
    expect((await admin('partner', 'payout', '--partner', id)).out).toBe('Nothing is payable.');
    clock.advance(refundWindowSeconds + 1);
    const { out } = await admin('partner', 'payout', '--partner', id);
    expect(out).toMatch(new RegExp(`^pay_\\w+,${id},"'=1\\+1, Ltd ""quoted""",1,7\\.80$`, 'm'));
    expect((await admin('partner', 'payout', '--partner', id)).out).toBe('Nothing is payable.');
    const statement = await admin('partner', 'statement', id, '--from', '2026-11-01', '--to', '2026-12-31');
    expect(statement.out).toContain('# earned 7.80 USD');
    expect(statement.out).toContain('# closing 0.00 USD');
  });

  it('ends a partnership', async () => {
    const id = await create('Gone', 'gone1');
    expect((await admin('partner', 'deactivate', id)).out).toContain('deactivated');
  });

  it.each([
    [['partner', 'create', '--name', 'No code'], '--code is needed'],
    [['partner', 'create', '--name', 'Twice', '--code', 'globe'], 'PROMO_CODE_TAKEN'],
    [['partner', 'code', 'ptr_unknown', '--code', 'other'], 'NOT_FOUND'],
    [['partner', 'statement', 'ptr_unknown', '--from', '2026-11-01', '--to', '2026-11-30'], 'NOT_FOUND'],
  ])('refuses %j', async (words, complaint) => {
    const { code, err } = await admin(...words);
    expect(code).toBe(1);
    expect(err).toContain(complaint);
  });
});
