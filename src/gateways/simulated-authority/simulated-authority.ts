import { createHash, randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Authority, type AuthorityStep, AuthorityUnavailable } from '../../domain/filing/authority.port.ts';
import type { Db } from '../../store/db.ts';
import { simulatedFilings } from './simulated-filing.table.ts';

type Plot = 'approve' | 'deny' | 'ask' | 'stall' | 'outage';

/** Passport numbers that decide what becomes of a sandbox application; any other is approved. */
const plots: Readonly<Record<string, Plot>> = {
  X00000001: 'approve',
  X00000002: 'deny',
  X00000003: 'ask',
  X00000004: 'stall',
  X00000005: 'outage',
};

/** How many tries fail before an outage is over. */
const outageAttempts = 3;

const plotOf = (form: Record<string, unknown>): Plot => plots[String(form.passport_number)] ?? 'approve';

/** Makes the authority of the sandbox: it decides by the passport number and keeps books of its own. */
export function createSimulatedAuthority({ db }: { db: Db }): Authority {
  return {
    async file({ applicationId, form, attempt }) {
      if (plotOf(form) === 'outage' && attempt < outageAttempts) {
        throw new AuthorityUnavailable('the simulated authority is down');
      }
      const [row] = await db
        .insert(simulatedFilings)
        .values({ applicationId, reference: `SIM-${randomInt(10 ** 9, 10 ** 10)}${randomInt(100, 1000)}` })
        .onConflictDoUpdate({
          target: simulatedFilings.applicationId,
          set: { arrivals: sql`${simulatedFilings.arrivals} + 1` },
        })
        .returning({ reference: simulatedFilings.reference });
      return { reference: row!.reference };
    },

    async next({ applicationId, status, form, asked }): Promise<AuthorityStep | null> {
      if (status === 'SUBMITTED') return { trigger: 'take_up' };
      if (status !== 'IN_REVIEW') return null;
      switch (plotOf(form)) {
        case 'deny':
          return { trigger: 'deny' };
        case 'stall':
          return null;
        case 'ask':
          if (!asked) {
            return {
              trigger: 'ask',
              fields: ['passport_bio_page_url'],
              message: 'Upload a sharper image of the passport data page.',
            };
          }
          return { trigger: 'approve', number: authorizationNumber(applicationId) };
        default:
          return { trigger: 'approve', number: authorizationNumber(applicationId) };
      }
    },

    grant: async (applicationId) => authorizationNumber(applicationId),
  };
}

/** The same application always gets the same number: 12 characters behind a mark that no real authority uses. */
function authorizationNumber(applicationId: string): string {
  return `SIM${createHash('sha256').update(applicationId).digest('hex').slice(0, 9).toUpperCase()}`;
}
