import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../src/config.ts';
import type { NewEvent } from '../../../src/domain/events/event.ts';
import { recordEvents } from '../../../src/domain/events/record-events.ts';
import { createService } from '../../../src/service.ts';
import { openStore } from '../../../src/store/open.ts';
import { obey } from './measured.ts';

/** The service itself: events are written to the table and reach the subscribers from there. */
const store = await openStore({ kind: 'memory' });
const config = readConfig({
  PORT: '0',
  DATA_DIR: await mkdtemp(join(tmpdir(), 'bench-fan-out-')),
  LOG_LEVEL: 'silent',
  RATE_LIMIT_KEY: '0',
  RATE_LIMIT_GUEST: '0',
  RATE_LIMIT_PUBLIC: '0',
});
const service = await createService(config, { store });
const url = await service.listen();
const answer = await fetch(`${url}/api/v1/agent/keys`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-agent-friendly': 'true' },
  body: '{}',
});
const { data } = (await answer.json()) as { data: { api_key: string; account_id: string } };

obey({ url, authorization: `Bearer ${data.api_key}` }, async (count, together) => {
  for (let each = 0; each < count; each += 1) {
    const event: NewEvent = {
      type: 'status_change',
      mode: 'sandbox',
      accountId: data.account_id,
      guestId: null,
      orderId: 'ord_00000000000000000000000000',
      applicationId: 'app_00000000000000000000000000',
      at: new Date('2026-11-20T12:00:00Z'),
      data: {
        application_id: 'app_00000000000000000000000000',
        order_id: 'ord_00000000000000000000000000',
        visa_type: 'ESTA',
        destination: 'US',
        previous_status: 'IN_REVIEW',
        status: 'APPROVED',
        authority_reference: 'REF-000000',
        note: 'The authority granted the authorization.',
      },
    };
    await store.db.transaction((tx) => recordEvents(tx, Array(together).fill(event)));
  }
});
