import type { Clock } from '../../kernel/clock.ts';
import type { ExchangeRates } from '../pricing/exchange-rates.port.ts';
import { ratesHealth } from '../pricing/rates-health.ts';
import type { HealthProbes, ProbeOutcome } from './health-probes.port.ts';
import { interfaceVersion } from './releases.ts';

/** How one part of the service is. */
export interface Check {
  status: 'ok' | 'degraded';
  /** What is the matter, in our own words; null when nothing is. */
  detail: string | null;
}

/** How the service is. */
export interface Health {
  status: 'ok' | 'degraded';
  checks: Record<'database' | 'queue' | 'storage' | 'payments' | 'ocr' | 'exchange_rates', Check>;
  version: string;
  uptimeSeconds: number;
  /** What operators should know about the configuration, e.g. that private callbacks are allowed. */
  notices: string[];
}

/** How long one part may take to answer before it counts as ill. */
const patienceMilliseconds = 2_000;

/** Reports how the service is: always an answer, never a failure, whatever part is ill or silent. */
export async function checkHealth(ctx: {
  probes: HealthProbes;
  exchangeRates: ExchangeRates;
  realClock: Clock;
}): Promise<Health> {
  const { probes } = ctx;
  const [database, queue, storage, payments, ocr] = await Promise.all(
    [probes.database, probes.queue, probes.storage, probes.payments, probes.ocr].map(ask),
  );
  const rates = ratesHealth(ctx.exchangeRates.current(), ctx.realClock.now());
  const checks: Health['checks'] = {
    database: database!,
    queue: queue!,
    storage: storage!,
    payments: payments!,
    ocr: ocr!,
    exchange_rates:
      rates.status === 'ok'
        ? { status: 'ok', detail: `as of ${rates.asOf}` }
        : { status: 'degraded', detail: `stale: as of ${rates.asOf}, ${rates.ageDays} days old` },
  };
  return {
    status: Object.values(checks).every(({ status }) => status === 'ok') ? 'ok' : 'degraded',
    checks,
    version: interfaceVersion,
    uptimeSeconds: Math.floor(probes.uptimeSeconds()),
    notices: probes.notices(),
  };
}

async function ask(probe: () => ProbeOutcome | Promise<ProbeOutcome>): Promise<Check> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<ProbeOutcome>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, detail: 'does not answer' }), patienceMilliseconds);
  });
  try {
    const { ok, detail } = await Promise.race([Promise.resolve().then(probe), silence]);
    return { status: ok ? 'ok' : 'degraded', detail: detail ?? null };
  } catch {
    return { status: 'degraded', detail: 'out of reach' };
  } finally {
    clearTimeout(timer);
  }
}
