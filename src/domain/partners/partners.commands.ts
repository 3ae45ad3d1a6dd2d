import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type Command, CommandError, type CommandInput, textOption } from '../../kernel/command.ts';
import { type Money, majorAmount } from '../../kernel/money.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { addPartnerCode, createPartner, linkPartnerAccount } from './create-partner.ts';
import { createPayout, payoutItems } from './create-payout.ts';
import { deactivatePartner } from './deactivate-partner.ts';
import type { Partner } from './partner.ts';
import {
  balancesOfPartners,
  codesOfPartners,
  entriesOfPayouts,
  getPartner,
  getStatement,
  listPartners,
  partnersById,
} from './read-ledger.ts';

/** What the commands of partners need. */
export interface PartnerCommandNeeds {
  caller: Caller;
  db: Db;
  vault: Vault;
  clock: Clock;
}

type PartnerCommand = Command<PartnerCommandNeeds>;

const required = (input: CommandInput, name: string): string => {
  const text = textOption(input, name);
  if (text === undefined) throw new CommandError(`--${name} is needed`);
  return text;
};

const dollars = (amount: Money) => `${majorAmount(amount).toFixed(2)} ${amount.currency.toUpperCase()}`;

/** One cell of a comma-separated line; a name cannot become a formula of whoever opens the file. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

async function describe(needs: PartnerCommandNeeds, partners: readonly Partner[]): Promise<string[]> {
  const ids = partners.map(({ id }) => id);
  const [codes, balances] = [await codesOfPartners(needs, ids), await balancesOfPartners(needs, ids)];
  return partners.map(({ id, name, accountId, deactivatedAt }, index) => {
    const { pending, held, payable, paid } = balances[index]!;
    const owed = `payable ${dollars(payable)}, pending ${dollars(pending)}, held ${dollars(held)}, paid ${dollars(paid)}`;
    const state = deactivatedAt === null ? 'active' : 'deactivated';
    const words = codes[index]!.map(({ code }) => code).join('+');
    return `${id}  ${state}  ${words}  ${accountId ?? 'no account'}  ${owed}  ${JSON.stringify(name)}`;
  });
}

const createCommand: PartnerCommand = {
  name: 'partner create',
  summary: 'Make a partner and its first promo code.',
  usage: '--name NAME --code CODE [--account ACCOUNT_ID] [--email ADDRESS]',
  options: {
    name: { type: 'string' },
    code: { type: 'string' },
    account: { type: 'string' },
    email: { type: 'string' },
  },
  positionals: 0,
  run: async (needs, input, print) => {
    const partner = await createPartner(needs, {
      name: required(input, 'name'),
      code: required(input, 'code'),
      accountId: textOption(input, 'account'),
      email: textOption(input, 'email'),
    });
    for (const line of await describe(needs, [partner])) print(line);
  },
};

const listCommand: PartnerCommand = {
  name: 'partner list',
  summary: 'List partners with their codes and balances, newest first.',
  usage: '',
  options: {},
  positionals: 0,
  run: async (needs, _input, print) => {
    let after: string | null = null;
    do {
      const page = await listPartners(needs, { after, limit: 200 });
      for (const line of await describe(needs, page.items)) print(line);
      after = page.nextCursor;
    } while (after !== null);
  },
};

const codeCommand: PartnerCommand = {
  name: 'partner code',
  summary: 'Add a promo code beside the others of a partner.',
  usage: 'PARTNER_ID --code CODE [--expires DATE]',
  options: { code: { type: 'string' }, expires: { type: 'string' } },
  positionals: 1,
  run: async (needs, input, print) => {
    const expires = textOption(input, 'expires');
    const expiresAt = expires === undefined ? null : new Date(expires);
    if (expiresAt && !(expiresAt > needs.clock.now())) throw new CommandError('--expires is a date in the future');
    const wanted = { partnerId: input.positionals[0]!, code: required(input, 'code'), expiresAt };
    for (const line of await describe(needs, [await addPartnerCode(needs, wanted)])) print(line);
  },
};

const linkCommand: PartnerCommand = {
  name: 'partner link',
  summary: 'Link a partner to the account that reads its statements and whose partner keys apply its code.',
  usage: 'PARTNER_ID --account ACCOUNT_ID',
  options: { account: { type: 'string' } },
  positionals: 1,
  run: async (needs, input, print) => {
    const partner = await linkPartnerAccount(needs, input.positionals[0]!, required(input, 'account'));
    for (const line of await describe(needs, [partner])) print(line);
  },
};

const deactivateCommand: PartnerCommand = {
  name: 'partner deactivate',
  summary: 'End a partnership: its codes stop applying, what it earned stays owed.',
  usage: 'PARTNER_ID',
  options: {},
  positionals: 1,
  run: async (needs, { positionals }, print) => {
    for (const line of await describe(needs, [await deactivatePartner(needs, positionals[0]!)])) print(line);
  },
};

const statementCommand: PartnerCommand = {
  name: 'partner statement',
  summary: 'State the account of a partner over a period, as comma-separated lines.',
  usage: 'PARTNER_ID --from YYYY-MM-DD --to YYYY-MM-DD',
  options: { from: { type: 'string' }, to: { type: 'string' } },
  positionals: 1,
  run: async (needs, input, print) => {
    const partner = await getPartner(needs, input.positionals[0]!);
    const period = { from: required(input, 'from'), to: required(input, 'to') };
    const { entries, ...sums } = await getStatement(needs, partner, period);
    print('at,order_id,kind,amount_usd,reason');
    for (const { at, orderId, kind, amountMinor, reason } of entries) {
      print([at.toISOString(), orderId, kind, (amountMinor / 100).toFixed(2), cell(reason ?? '')].join(','));
    }
    for (const name of ['opening', 'earned', 'reversed', 'paid', 'closing'] as const) {
      print(`# ${name} ${dollars(sums[name])}`);
    }
  },
};

const payoutCommand: PartnerCommand = {
  name: 'partner payout',
  summary: 'Pay out everything that is payable, in one batch, and print what to transfer as comma-separated lines.',
  usage: '[--partner PARTNER_ID]',
  options: { partner: { type: 'string' } },
  positionals: 0,
  run: async (needs, input, print) => {
    const payout = await createPayout(needs, { partnerId: textOption(input, 'partner') });
    if (payout === null) return print('Nothing is payable.');
    const items = payoutItems((await entriesOfPayouts(needs, [payout.id]))[0]!);
    const partners = await partnersById(
      needs,
      items.map(({ partnerId }) => partnerId),
    );
    print('payout_id,partner_id,partner,orders,amount_usd');
    for (const [index, { partnerId, orders, amount }] of items.entries()) {
      const cells = [payout.id, partnerId, cell(partners[index]!.name), orders.length, majorAmount(amount).toFixed(2)];
      print(cells.join(','));
    }
  },
};

/** The commands of the partner programme. */
export const partnerCommands: readonly PartnerCommand[] = [
  createCommand,
  listCommand,
  codeCommand,
  linkCommand,
  deactivateCommand,
  statementCommand,
  payoutCommand,
];
