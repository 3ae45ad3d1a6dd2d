import { expect, it } from 'vitest';
import { checkDigit } from '../../src/domain/ocr/mrz.ts';
import { zoneNames } from '../../src/domain/ocr/transliteration.ts';
import { applications } from '../../src/domain/orders/application.table.ts';
import { completeForm } from '../support/forms.ts';
import { seedOrder } from '../support/seed.ts';
import { startService } from '../support/service.ts';

const persona = completeForm('ESTA') as Record<string, string>;

/** The zone of the passport that the complete form describes. */
const zone = (() => {
  const checked = (text: string) => text + checkDigit(text);
  const day = (date: string) => date.slice(2).replaceAll('-', '');
  const lower =
    checked(persona.passport_number!.padEnd(9, '<')) +
    'D<<' +
    checked(day(persona.date_of_birth!)) +
    persona.sex +
    checked(day(persona.passport_expiry_date!)) +
    checked(''.padEnd(14, '<'));
  const composite = lower.slice(0, 10) + lower.slice(13, 20) + lower.slice(21, 43);
  return [`P<D<<${zoneNames(persona.family_name!, persona.first_name!, 39)}`, lower + checkDigit(composite)];
})();

const running = await startService({ overrides: { zoneReader: { read: async () => ({ valid: true, lines: zone }) } } });
const { api, service } = running;

it('tells a traveler which digit of the passport number is wrong before any money moves, and files once it is right', async () => {
  const order = await seedOrder(running);
  const paid = await order.pay();
  const wrong = persona.passport_number!.replace(/.$/, (last) => (last === '9' ? '8' : '9'));
  const typed = await paid.form({ passport_number: wrong });

  const checked = await api.post('/validate', { visa_type: 'ESTA', form_data: typed, guest_token: order.guestToken });
  expect(checked.data.ok).toBe(false);
  expect(checked.data.findings).toMatchObject([
    {
      level: 'BLOCK',
      code: 'PASSPORT_NUMBER_DIFFERS',
      field: 'passport_number',
      form_value: `•••${wrong.slice(-2)}`,
      document_value: `•••${persona.passport_number!.slice(-2)}`,
      message: expect.stringContaining('character 9 is wrong'),
    },
  ]);
  expect(checked.text).not.toContain(wrong.slice(0, 6));

  const submission = { visa_type: 'ESTA', payment_session_id: order.sessionId, form_data: typed };
  const refused = await api.post('/apply', submission);
  expect(refused).toMatchObject({
    status: 422,
    error: { code: 'DOCUMENT_MISMATCH', details: { passport_number: { code: 'PASSPORT_NUMBER_DIFFERS' } } },
  });
  expect(refused.text).not.toContain(persona.passport_number);

  const fixed = { ...typed, passport_number: persona.passport_number };
  const again = await api.post('/validate', { visa_type: 'ESTA', form_data: fixed, guest_token: order.guestToken });
  expect(again.data).toMatchObject({ ok: true, findings: [] });
  expect((await api.post('/apply', { ...submission, form_data: fixed })).status).toBe(201);
});

it.each([
  ['form', 'what was typed'],
  ['document', 'what the passport says'],
] as const)(
  'files with %s when the traveler confirms that it is right, and keeps that word',
  async (correct, _what) => {
    const { db, vault } = service.services;
    const order = await (await seedOrder(running)).pay();
    const form_data = await order.form({ passport_number: 'C99999999' });
    const confirmations = [{ field: 'passport_number', code: 'PASSPORT_NUMBER_DIFFERS', correct }];
    const answer = await api.post('/apply', {
      visa_type: 'ESTA',
      payment_session_id: order.sessionId,
      form_data,
      confirmations,
    });
    expect(answer.status).toBe(201);
    const rows = await db.select().from(applications);
    const row = rows.find(({ id }) => id === answer.data.application_id)!;
    expect(vault.openJson(row.confirmations!, `applications.confirmations:${row.id}`)).toMatchObject(confirmations);
    const filed = vault.openJson<Record<string, string>>(row.form!, `applications.form:${row.id}`);
    expect(filed.passport_number).toBe(correct === 'form' ? 'C99999999' : persona.passport_number);
  },
);

it('does not take a word about another field for an answer', async () => {
  const order = await (await seedOrder(running)).pay();
  const form_data = await order.form({ passport_number: 'C99999999' });
  const body = { visa_type: 'ESTA', payment_session_id: order.sessionId, form_data };
  const confirmations = [{ field: 'family_name', correct: 'form' }];
  expect((await api.post('/apply', { ...body, confirmations })).error.code).toBe('DOCUMENT_MISMATCH');
});
