import type { EventData } from '../../../src/domain/events/event.ts';

/** What a measurement asks of whoever delivers, each in a process of its own. */
export interface Contender {
  /** Makes `amount` deliveries that are due, before the clock runs. */
  prepare(amount: number): Promise<void>;
  /** Delivers all of them and has recorded each when it resolves. */
  deliver(): Promise<void>;
}

/** What one round took. */
export interface Round {
  seconds: number;
  /** Computing time of the process that delivers. */
  cpuSeconds: number;
}

/** Serves a contender to the measurement, one round at a time. */
export function serve(contender: Contender): void {
  process.on('message', async (order: { prepare: number } | 'deliver') => {
    if (order !== 'deliver') {
      await contender.prepare(order.prepare);
      process.send!({ prepared: true });
      return;
    }
    const cpu = process.cpuUsage();
    const begun = performance.now();
    await contender.deliver();
    const { user, system } = process.cpuUsage(cpu);
    const round: Round = { seconds: (performance.now() - begun) / 1_000, cpuSeconds: (user + system) / 1e6 };
    process.send!(round);
  });
  process.send!({ ready: true });
}

/** The content of every event: what the service itself says of an application. */
export const sampleData = (applicationId: string): EventData => ({
  application_id: applicationId,
  order_id: 'ord_00000000000000000000000000',
  visa_type: 'ESTA',
  destination: 'US',
  previous_status: 'IN_REVIEW',
  status: 'APPROVED',
  authority_reference: 'SIM-000001',
  note: 'The authority granted the authorization.',
});
