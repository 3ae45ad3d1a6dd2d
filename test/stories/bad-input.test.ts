import { describe, expect, it } from 'vitest';
import { documents } from '../../src/domain/documents/document.table.ts';
import { events } from '../../src/domain/events/event.table.ts';
import { accounts, guestSessions } from '../../src/domain/keys/account.table.ts';
import { applications } from '../../src/domain/orders/application.table.ts';
import { orders } from '../../src/domain/orders/order.table.ts';
import { formOf } from '../../src/domain/products/form.ts';
import { profiles } from '../../src/domain/profiles/profile.table.ts';
import type { ApiAnswer } from '../support/client.ts';
import { seedOrder } from '../support/seed.ts';
import { startService } from '../support/service.ts';

const running = await startService();
const { api, service } = running;
const { db } = service.services;

const tables = { accounts, guestSessions, orders, applications, documents, profiles, events };

/** Every row that a journey writes, as it is. */
const everything = async () => {
  const rows: Record<string, unknown[]> = {};
  for (const [name, table] of Object.entries(tables)) {
    const found = await db.select().from(table as typeof orders);
    rows[name] = found.map((row) => JSON.stringify(row)).sort();
  }
  return rows;
};

/** Holds a call to its refusal: in plain words, without the caller's own, and with nothing written. */
async function refused(
  call: () => Promise<ApiAnswer>,
  status: number,
  code: string,
  field?: string,
): Promise<ApiAnswer> {
  const before = await everything();
  const answer = await call();
  expect(answer, answer.text).toMatchObject({ status, error: { code } });
  expect(answer.error.message).toMatch(/\w+ \w+.*\.$/s);
  expect(answer.error.hint).toMatch(/\.$/);
  if (field !== undefined) expect(Object.keys(answer.error.details ?? {}), answer.text).toContain(field);
  expect(await everything()).toEqual(before);
  return answer;
}

describe('what a careless caller sends writes nothing and is told clearly', () => {
  it.each([
    ['cut off', '{"visa_type":"ESTA"'],
    ['with a comma too many', '{"visa_type":"ESTA",}'],
    ['in single quotes', "{'visa_type':'ESTA'}"],
    ['two of them', '{"visa_type":"ESTA"}{}'],
    ['not text at all', Buffer.from([0xff, 0xfe, 0x7b, 0x7d])],
  ])('JSON that is %s', async (_how, body) => {
    for (const path of ['/checkout', '/apply', '/validate', '/documents', '/keys', '/eligibility', '/quote']) {
      await refused(() => api.post(path, body), 400, 'INVALID_JSON');
    }
  });

  it.each<[string, string, Record<string, unknown>, string]>([
    ['a number for text', '/checkout', { visa_type: 'ESTA', email: 7 }, 'email'],
    ['text for a number', '/checkout', { visa_type: 'ESTA', num_travelers: '2' }, 'num_travelers'],
    ['half a traveler', '/checkout', { visa_type: 'ESTA', num_travelers: 1.5 }, 'num_travelers'],
    ['no travelers', '/checkout', { visa_type: 'ESTA', num_travelers: 0 }, 'num_travelers'],
    ['a bus full of travelers', '/checkout', { visa_type: 'ESTA', num_travelers: 51 }, 'num_travelers'],
    ['text for a list', '/checkout', { visa_type: 'ESTA', add_ons: 'photo_review' }, 'add_ons'],
    ['a list for an object', '/validate', { visa_type: 'ESTA', form_data: [] }, 'form_data'],
    ['null for a product', '/checkout', { visa_type: null }, 'visa_type'],
    ['an unknown product', '/checkout', { visa_type: 'EVISA' }, 'visa_type'],
    ['no email', '/checkout', { visa_type: 'ESTA', email: 'anna at example.com' }, 'email'],
    ['a misspelled field', '/checkout', { visa_type: 'ESTA', num_traveller: 2 }, 'num_traveller'],
    ['nothing', '/checkout', {}, 'visa_type'],
  ])('%s', async (_what, path, body, field) => {
    await refused(() => api.post(path, body), 400, 'INVALID_REQUEST', field);
  });

  it('a body that is no object', async () => {
    for (const body of ['[]', '"ESTA"', '1', 'null']) {
      await refused(() => api.post('/checkout', body), 400, 'INVALID_REQUEST');
    }
  });

  it('a currency that cannot be charged', async () => {
    for (const currency of ['xau', 'btc', 'zzz']) {
      const checkout = () => api.post('/checkout', { visa_type: 'ESTA', currency });
      const answer = await refused(checkout, 400, 'UNSUPPORTED_CURRENCY');
      expect(JSON.stringify(answer.error.details)).toContain('"eur"');
    }
  });

  it.each(['2026-02-30', '2027-02-29', '2026-13-01', '0000-00-00', '31.12.1990', '1990-4-12', 'tomorrow', 19900412])(
    'the impossible date %s',
    async (date) => {
      const order = await (await seedOrder(running)).pay();
      const form_data = await order.form({ date_of_birth: date });
      const body = { visa_type: 'ESTA', payment_session_id: order.sessionId, form_data };
      const answer = await refused(() => api.post('/apply', body), 422, 'VALIDATION_FAILED', 'date_of_birth');
      expect(Object.keys(answer.error.details)).toEqual(['date_of_birth']);
      const key = await running.newKey();
      if (typeof date === 'string') {
        await refused(
          () => api.post('/profiles', { dateOfBirth: date }, { key }),
          400,
          'INVALID_REQUEST',
          'dateOfBirth',
        );
      }
    },
  );

  it('a session that is not paid, and one that nobody made', async () => {
    const order = await seedOrder(running);
    for (const payment_session_id of [order.sessionId, 'cs_sandbox_invented', '']) {
      const apply = () => api.post('/apply', { visa_type: 'ESTA', payment_session_id, form_data: {} });
      await refused(apply, 402, 'PAYMENT_NOT_VERIFIED');
    }
  });

  it('a session that was used already', async () => {
    const order = await (await seedOrder(running)).pay();
    const body = { visa_type: 'ESTA', payment_session_id: order.sessionId, form_data: await order.form() };
    expect((await api.post('/apply', body)).status).toBe(201);
    await refused(() => api.post('/apply', body), 409, 'ALREADY_SUBMITTED');
    await refused(() => api.post('/apply', { ...body, form_data: {} }), 409, 'ALREADY_SUBMITTED');
  });

  it.each([
    ['of another service', 'INVALID_FILE_URL', () => 'https://elsewhere.example/passport.jpg'],
    [
      'of a file that is none',
      'FORBIDDEN_FILE_URL',
      (mine: string) => mine.replace(/doc_\w+/, 'doc_0000000000000000000000000a'),
    ],
  ])('a file %s', async (_whose, code, urlOf) => {
    const order = await (await seedOrder(running)).pay();
    const good = await order.form();
    const form_data = { ...good, passport_bio_page_url: urlOf(String(good.passport_bio_page_url)) };
    const body = { visa_type: 'ESTA', payment_session_id: order.sessionId, form_data };
    const answer = await refused(() => api.post('/apply', body), 422, 'VALIDATION_FAILED', 'passport_bio_page_url');
    expect(answer.error.details.passport_bio_page_url.code).toBe(code);
  });

  it('a file of another guest', async () => {
    const [order, other] = [await (await seedOrder(running)).pay(), await (await seedOrder(running)).pay()];
    const form_data = await order.form({ applicant_photo_url: (await other.form()).applicant_photo_url });
    const body = { visa_type: 'ESTA', payment_session_id: order.sessionId, form_data };
    const answer = await refused(() => api.post('/apply', body), 422, 'VALIDATION_FAILED', 'applicant_photo_url');
    expect(answer.error.details.applicant_photo_url.code).toBe('FORBIDDEN_FILE_URL');
  });
});

describe('a DS160 with one mistake', { timeout: 120_000 }, () => {
  /** A value that no field of its type takes. */
  const mistakes: Record<string, unknown> = {
    boolean: 'yes',
    integer: '3',
    list: 'none',
    enum: '§',
    country: 'Germany',
  };

  it('is told that mistake and no other, whichever of its fields it is in, and is not submitted', async () => {
    const order = await (await seedOrder(running, { product: 'DS160' })).pay();
    const good = await order.form();
    const { fields } = formOf('DS160');
    expect(fields).toHaveLength(264);
    const before = await everything();
    for (const { name, type } of fields) {
      const form_data = { ...good, [name]: mistakes[type] ?? 4711 };
      const { status, error } = await api.post('/apply', {
        visa_type: 'DS160',
        payment_session_id: order.sessionId,
        form_data,
      });
      expect({ name, status, code: error?.code }).toEqual({ name, status: 422, code: 'VALIDATION_FAILED' });
      const told = Object.keys(error.details).map((path) => path.replace(/[[.].*$/, ''));
      expect(told, name).toContain(name);
      expect(JSON.stringify(error), name).not.toMatch(/4711|§|Germany/);
    }
    expect(await everything()).toEqual(before);
    const applied = await api.post('/apply', {
      visa_type: 'DS160',
      payment_session_id: order.sessionId,
      form_data: good,
    });
    expect(applied.status).toBe(201);
  });
});
