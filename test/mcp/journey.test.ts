import { beforeAll, describe, expect, it } from 'vitest';
import { completeForm, fileFieldsOf } from '../support/forms.ts';
import { facePhoto, passportPage, uploadBody } from '../support/images.ts';
import { startService, type TestService } from '../support/service.ts';
import { withoutRandomness } from '../support/snapshot.ts';
import { connect, modernClient, type ToolAnswer, type ToolClient } from './client.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ config: { filingHoldSeconds: { live: 0, sandbox: 0 }, sandboxPaceSeconds: 0 } });
});

const eras: [string, () => Promise<ToolClient>][] = [
  ['2025-11-25', () => connect(service)],
  ['2026-07-28', async () => modernClient(service)],
];

/** Follows the next step of an answer: the tool it names, with its arguments and what the step leaves open. */
const follow = ({ call }: ToolClient, { data }: ToolAnswer, more: Record<string, unknown> = {}) => {
  const step = typeof data.next_step === 'object' ? data.next_step : data.next;
  return call(step.tool.name, { ...step.tool.arguments, ...more });
};

describe.each(eras)('a guest of %s', (_era, open) => {
  it('gets an ESTA through tools alone, from the first question to the approval', async () => {
    const client = await open();
    const eligibility = await client.call('check_eligibility', { nationality: 'DE', destination: 'US' });
    const quote = await client.call('quote_pricing', { visa_type: eligibility.data.visa_type });
    const checkout = await follow(client, quote, { email: 'lena.hoffmann@example.com' });
    const { payment_session_id, guest_token, application_ids } = checkout.data;
    await service.api.post(`/sandbox/payments/${payment_session_id}`, { outcome: 'paid' });
    const payment = await client.call('get_payment_status', { payment_session_id });
    expect(payment.data.paid).toBe(true);
    const products = await client.call('list_visa_products', { payment_session_id });
    const form = products.data.products.find(({ id }: { id: string }) => id === 'ESTA');
    expect(form.fields.length).toBeGreaterThan(40);

    const files: Record<string, string> = {};
    for (const { field, kind } of fileFieldsOf('ESTA')) {
      const file = kind === 'passport_bio_page' ? await passportPage() : await facePhoto();
      const uploaded = await client.call('upload_document', uploadBody(file, { kind, guest_token }));
      expect(uploaded.isError, uploaded.prose).toBe(false);
      files[field] = uploaded.data.url;
    }
    const form_data = completeForm('ESTA', files);
    const validation = await client.call('validate_application', { visa_type: 'ESTA', form_data, guest_token });
    expect(validation.data.ok, validation.prose).toBe(true);
    const submitted = await client.call('submit_application', { visa_type: 'ESTA', payment_session_id, form_data });
    expect(submitted.isError, submitted.prose).toBe(false);

    await service.work();
    const id = application_ids[0];
    for (const status of ['IN_REVIEW', 'APPROVED']) {
      await service.api.post(`/sandbox/applications/${id}/advance`, { to: status, guest_token });
    }
    const status = await client.call('get_application_status', { id, guest_token });
    expect(status.data.status).toBe('APPROVED');

    const answers = { eligibility, quote, checkout, payment, validation, submitted, status };
    for (const [step, { prose, data }] of Object.entries(answers)) {
      expect(prose.startsWith(data.answer), step).toBe(true);
      expect(prose, step).not.toContain(String(form_data.passport_number));
    }
    const proses = Object.fromEntries(
      Object.entries(answers).map(([step, { prose }]) => [step, prose.replace(/qt1\.[\w.-]+/, 'qt1.…')]),
    );
    expect(withoutRandomness(proses)).toMatchSnapshot();
  }, 180_000);

  it('gives the traveler a link where the file does not come through the model, and it works once', async () => {
    const client = await open();
    const checkout = await client.call('create_checkout_session', { visa_type: 'ESTA' });
    const { guest_token } = checkout.data;
    const asked = await client.call('upload_document', { kind: 'passport_bio_page', guest_token });
    expect(asked.isError, asked.prose).toBe(false);
    expect(asked.prose).toContain(asked.data.upload_url);
    const { bytes, filename, mime } = await passportPage();
    const upload = () => {
      const body = new FormData();
      body.append('file', new File([Buffer.from(bytes)], filename, { type: mime }));
      return fetch(asked.data.upload_url, { method: 'POST', body });
    };
    expect((await upload()).status).toBeLessThan(300);
    expect((await upload()).status).toBe(410);
    const large = 'A'.repeat(800_000);
    const linked = await client.call('upload_document', {
      filename: 'a.jpg',
      mime: 'image/jpeg',
      base64: large,
      guest_token,
    });
    expect(linked.data.upload_url, linked.prose).toBeDefined();
    const read = await client.call('ocr_passport', { guest_token });
    expect(read.data.upload_url, read.prose).toBeDefined();
    const stranger = await client.call('ocr_passport', {});
    expect([stranger.isError, stranger.data.error.code]).toEqual([true, 'GUEST_TOKEN_REQUIRED']);
  }, 180_000);
});
