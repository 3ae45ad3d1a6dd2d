import { expect, it } from 'vitest';
import { streamClient, watch } from '../graphql/streams/watch.ts';
import { seedOrder } from '../support/seed.ts';
import { startService } from '../support/service.ts';
import { tcpProxy } from '../support/tcp-proxy.ts';

const service = await startService({ config: { filingHoldSeconds: { live: 0, sandbox: 0 } } });
const { api } = service;

interface Told {
  accountEvents: { id: string; type: string; data: { applicationId: string; status: string; note: string } };
}

const follow = `subscription ($after: String) {
  accountEvents(after: $after) { id type data { applicationId status note } }
}`;

/** A dashboard: a board of applications that is kept up to date from the stream, and remembers the last event it has. */
function dashboard() {
  const board = new Map<string, string>();
  const seen: string[] = [];
  return {
    board,
    seen,
    last: () => seen.at(-1),
    show: ({ accountEvents: { id, data } }: Told) => {
      seen.push(id);
      board.set(data.applicationId, data.status);
    },
  };
}

it('an agency\u2019s dashboard loses its connection and misses nothing', async () => {
  const key = await service.newKey();
  const agency = dashboard();

  // In the morning it looks at what there is, and follows from there on through the network of the office.
  const { hostname, port } = new URL(api.url);
  const office = await tcpProxy(hostname, Number(port));
  const throughOffice = streamClient(`http://127.0.0.1:${office.port}`, { key });
  const morning = watch<Told>(throughOffice, follow);
  await morning.live;

  const first = await (await seedOrder(service, { key })).pay();
  for (const told of await morning.until(2)) agency.show(told);
  expect(agency.board).toEqual(new Map([[first.applicationIds[0], 'PAID']]));

  // The connection breaks. Meanwhile the first application is approved and a family checks out.
  office.cut();
  await morning.ended.catch(() => {});
  await (await first.submit()).advance('APPROVED');
  const family = await (await seedOrder(service, { key, travelers: 3 })).pay();

  // It comes back with the last event that it has. What it missed comes first, and life goes on while it catches up.
  const again = watch<Told>(streamClient(api.url, { key }), follow, { after: agency.last() });
  await again.until(1);
  await (await family.submit()).advance('DENIED');
  const { events } = (await api.get('/events', { key, query: { limit: 200 } })).data;
  for (const told of await again.until(events.length - 2)) agency.show(told);

  // Every event once, in the order of the list, and the board is what the applications are.
  expect(agency.seen).toEqual(events.map(({ id }: { id: string }) => id));
  const answer = await api.graphql('{ applications { nodes { id status } } }', {}, { key });
  const truth = answer.data.applications.nodes as { id: string; status: string }[];
  expect(agency.board).toEqual(new Map(truth.map(({ id, status }) => [id, status])));
  expect(truth).toHaveLength(4);
  again.stop();
  await office.close();
});
