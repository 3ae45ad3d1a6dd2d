import { PGlite } from '@electric-sql/pglite';
import { describe, expect, it, vi } from 'vitest';
import { onPostgres } from '../support/database.ts';
import { seedOrder } from '../support/seed.ts';
import { startService } from '../support/service.ts';

const service = await startService({ config: { filingHoldSeconds: { live: 0, sandbox: 0 } } });
const { api } = service;

const page = `query ($first: Int, $after: String, $status: [ApplicationStatus!], $visaType: ProductId, $orderId: String) {
  applications(first: $first, after: $after, status: $status, visaType: $visaType, orderId: $orderId) {
    edges { cursor node { id status visaType orderId } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

const nested = `{ applications(first: 50) { nodes {
  id status traveler nextStep { action }
  order { id paymentStatus total { amount currency } }
  timeline { status note }
  events { id type data { status } }
} } }`;

const idsOf = (answer: { data: { applications: { edges: { node: { id: string } }[] } } }) =>
  answer.data.applications.edges.map(({ node }) => node.id);

describe('applications', () => {
  it('are listed newest first and read on by cursor, each once', async () => {
    const key = await service.newKey();
    const made: string[] = [];
    for (let each = 0; each < 3; each += 1) {
      made.push(...(await seedOrder(service, { key, travelers: 2 })).applicationIds);
    }
    const listed: string[] = [];
    for (let after: string | null = null; ; ) {
      const answer = await api.graphql(page, { first: 4, after }, { key });
      listed.push(...idsOf(answer));
      const { hasNextPage, endCursor } = answer.data.applications.pageInfo;
      if (!hasNextPage) break;
      after = endCursor;
    }
    expect(listed).toEqual(made.toSorted().reverse());
  });

  it('can be filtered by status, product and order', async () => {
    const key = await service.newKey();
    const paid = await (await seedOrder(service, { key })).pay();
    const draft = await seedOrder(service, { key, product: 'UK_ETA' });
    const list = async (filter: Record<string, unknown>) => idsOf(await api.graphql(page, filter, { key }));
    expect(await list({ status: ['PAID'] })).toEqual(paid.applicationIds);
    expect(await list({ status: ['PAID', 'DRAFT'] })).toHaveLength(2);
    expect(await list({ visaType: 'UK_ETA' })).toEqual(draft.applicationIds);
    expect(await list({ orderId: paid.orderId })).toEqual(paid.applicationIds);
    expect(await list({ status: ['DENIED'] })).toEqual([]);
  });

  it('show their order, timeline and events as their status does', async () => {
    const key = await service.newKey();
    const order = await (await (await seedOrder(service, { key })).pay()).submit();
    await order.advance('APPROVED');
    const answer = await api.graphql(nested, {}, { key });
    expect(answer.body.errors).toBeUndefined();
    const [node] = answer.data.applications.nodes;
    const { data: status } = await api.get(`/status/${order.applicationId}`, { key });
    expect(node.timeline).toEqual(status.timeline.map(({ status: at, note }: never) => ({ status: at, note })));
    expect(node.order).toMatchObject({ id: order.orderId, paymentStatus: 'paid' });
    expect(node.order.total).toEqual(order.checkout.data.pricing.total);
    expect(node.nextStep.action).toBe(status.next_step.action);
    expect(node.events.map(({ type }: { type: string }) => type)).toContain('visa_approved');
  });

  it('are the account\u2019s own, and need a key', async () => {
    const { applicationIds } = await seedOrder(service, { key: await service.newKey() });
    const other = await api.graphql(page, {}, { key: await service.newKey() });
    expect(idsOf(other)).toEqual([]);
    expect(applicationIds).toHaveLength(1);
    const guest = await api.graphql(page);
    expect(guest.body.errors[0].extensions.code).toBe('AUTHENTICATION_REQUIRED');
  });

  it.each([{ first: 0 }, { first: 201 }, { after: 'nonsense' }])('refuse the page %j', async (variables) => {
    const { body } = await api.graphql(page, variables, { key: await service.newKey() });
    expect(body.errors[0].extensions.code).toBe('INVALID_REQUEST');
  });

  it.skipIf(onPostgres)('cost the same number of statements for one as for fifty', async () => {
    const count = async (orders: number, travelers: number) => {
      const key = await service.newKey();
      for (let each = 0; each < orders; each += 1) await (await seedOrder(service, { key, travelers })).pay();
      // Whatever the recognition of a key costs happens here.
      await api.graphql('{ applications { nodes { id } } }', {}, { key });
      const query = vi.spyOn(PGlite.prototype, 'query');
      const answer = await api.graphql(nested, {}, { key });
      const statements = query.mock.calls
        .map(([text]) => text)
        .filter((text) => /from "(applications|orders|events)"/.test(text));
      query.mockRestore();
      expect(answer.data.applications.nodes).toHaveLength(orders * travelers);
      return statements.length;
    };
    expect(await count(1, 1)).toBe(3);
    expect(await count(10, 5)).toBe(3);
  });
});
