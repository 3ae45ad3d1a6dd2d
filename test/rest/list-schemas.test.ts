import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { openProductIds } from '../../src/domain/products/product-id.ts';
import { completeForm } from '../support/forms.ts';
import { startService } from '../support/service.ts';
import { withoutRandomness } from '../support/snapshot.ts';

const { api, newKey } = await startService();

/** What only a full item has. */
const formParts = ['fields', 'cross_field_rules', 'json_schema', 'form_version', 'form_as_of', 'notes'];

/** Buys a product as a guest and returns its payment session. */
async function boughtSession(product: string, outcome?: 'paid' | 'declined' | 'processing'): Promise<string> {
  const checkout = await api.post('/checkout', { visa_type: product, email: 'lena.hoffmann@example.com' });
  const session: string = checkout.data.payment_session_id;
  if (outcome !== undefined) {
    const payment = await api.post(`/sandbox/payments/${session}`, { outcome });
    expect(payment.status).toBeLessThan(300);
  }
  return session;
}

const itemsBySession = async (session: string, key?: string) =>
  (await api.get('/schemas', { key, query: { payment_session_id: session } })).data as Record<string, unknown>[];

describe('200', () => {
  it('lists all five products as previews', async () => {
    const answer = await api.get('/schemas');
    expect(answer.status).toBe(200);
    expect(withoutRandomness(answer.body)).toMatchSnapshot();
  });

  it('shows sections, counts and document kinds of every product, and no field of any', async () => {
    const { data } = await api.get('/schemas');
    expect(data.map((item: { id: string }) => item.id)).toEqual(['ESTA', 'DS160', 'UK_ETA', 'CANADA_ETA', 'ETIAS']);
    for (const item of data) {
      expect(item.access).toBe('preview');
      for (const part of formParts) expect(item).not.toHaveProperty(part);
      const counted = item.sections.reduce(
        (sum: number, section: { field_count: number }) => sum + section.field_count,
        0,
      );
      expect(item.field_count).toBe(counted);
    }
    expect(data[1]).toMatchObject({ field_count: 264, eligible_nationalities: 'ALL_EXCEPT_RESTRICTED' });
    expect(data[0].documents.map((document: { kind: string }) => document.kind)).toEqual([
      'passport_bio_page',
      'applicant_photo',
    ]);
  });

  it('prices the open products and only announces the fee of the one that is not', async () => {
    const { data } = await api.get('/schemas');
    const [esta, ds160, , , etias] = data;
    expect(esta.pricing).toMatchObject({
      service_fee: { amount: 39, currency: 'usd' },
      official_fee: { amount: 40.27, currency: 'usd' },
      official_fee_collected: true,
      total_usd: 79.27,
    });
    expect(ds160.pricing).toMatchObject({ service_fee: { amount: 149 }, official_fee_collected: false });
    expect(etias).toMatchObject({
      status: 'not_open',
      pricing: { service_fee: null, total_usd: null, official_fee: { amount: 20, currency: 'eur', announced: true } },
      links: { apply_url: null },
    });
    expect(etias.destination).toHaveLength(30);
    expect(etias.links.requirements_url).toMatch(/\/requirements\/ETIAS$/);
  });

  it.each(openProductIds)('shows the whole form of a paid %s, and of nothing else', async (product) => {
    const items = await itemsBySession(await boughtSession(product, 'paid'));
    const full = items.filter((item) => item.access === 'full');
    expect(full.map((item) => item.id)).toEqual([product]);
    expect(full[0]!.fields).toHaveLength(full[0]!.field_count as number);
    for (const item of items.filter(({ id }) => id !== product)) {
      for (const part of formParts) expect(item).not.toHaveProperty(part);
    }
  });

  it('serves a JSON Schema that takes a complete form and refuses a broken one', async () => {
    const [esta] = await itemsBySession(await boughtSession('ESTA', 'paid'));
    const ajv = new Ajv2020({ allErrors: true, strictRequired: false });
    addFormats.default(ajv);
    const validate = ajv.compile(esta!.json_schema as object);
    expect(validate(completeForm('ESTA'))).toBe(true);
    expect(validate(completeForm('ESTA', { sex: 'unknown' }))).toBe(false);
  });

  it('names the rules over several fields of a paid form', async () => {
    const [esta] = await itemsBySession(await boughtSession('ESTA', 'paid'));
    const rules = esta!.cross_field_rules as { id: string; level: string; fields: string[] }[];
    expect(rules.map(({ id }) => id)).toContain('vwp_nationality');
    expect(rules.find(({ id }) => id === 'lead_time')).toMatchObject({
      level: 'warning',
      code: 'LEAD_TIME',
      fields: ['planned_arrival_date'],
    });
  });

  it.each(['cs_sandbox_unknown', '', 'x'.repeat(3000)])(
    'shows previews for a session that does not exist',
    async (session) => {
      const answer = await api.get('/schemas', { query: { payment_session_id: session } });
      expect(answer.status).toBe(200);
      expect(answer.data.every((item: { access: string }) => item.access === 'preview')).toBe(true);
    },
  );

  it.each([undefined, 'declined', 'processing'] as const)(
    'shows previews for a session that is not paid (%s)',
    async (outcome) => {
      const items = await itemsBySession(await boughtSession('ESTA', outcome));
      expect(items.every((item) => item.access === 'preview')).toBe(true);
    },
  );

  it('is public: a browser reads it from any page, and a key changes nothing', async () => {
    const answer = await api.get('/schemas', {
      headers: {
        'user-agent': 'Mozilla/5.0 AppleWebKit/537.36',
        'x-agent-friendly': '',
        origin: 'https://example.com',
      },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const withKey = await api.get('/schemas', { key: await newKey() });
    expect(withKey.data).toEqual(answer.data);
  });

  it('lets previews be kept, and nothing that was paid for', async () => {
    const preview = await api.get('/schemas');
    expect(preview.headers.get('cache-control')).toContain('max-age');
    const etag = preview.headers.get('etag');
    expect(etag).toBeTruthy();
    const paid = await api.get('/schemas', { query: { payment_session_id: await boughtSession('ESTA', 'paid') } });
    expect(paid.headers.get('cache-control')).toContain('no-store');
  });
});

describe('400', () => {
  it('names the nearest parameter for one that it does not know', async () => {
    const answer = await api.get('/schemas', { query: { payment_session: 'x' } });
    expect(answer.status).toBe(400);
    expect(answer.error.code).toBe('INVALID_REQUEST');
    expect(answer.error.hint).toContain('payment_session_id');
  });
});

describe('405', () => {
  it('refuses other methods and says which there are', async () => {
    const answer = await api.post('/schemas', {});
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toContain('GET');
  });
});
