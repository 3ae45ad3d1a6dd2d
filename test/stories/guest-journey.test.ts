import { describe, expect, it } from 'vitest';
import { openProductIds } from '../../src/domain/products/product-id.ts';
import { completeForm, fileFieldsOf } from '../support/forms.ts';
import { facePhoto, passportPage, uploadBody } from '../support/images.ts';
import { startService } from '../support/service.ts';

const { api, work } = await startService({
  config: { filingHoldSeconds: { live: 0, sandbox: 0 }, sandboxPaceSeconds: 0 },
});

const travelers = {
  ESTA: { nationality: 'DE', destination: 'US' },
  DS160: { nationality: 'IN', destination: 'US' },
  UK_ETA: { nationality: 'FR', destination: 'GB' },
  CANADA_ETA: { nationality: 'FR', destination: 'CA' },
} as const;

describe('a guest gets an authorization', () => {
  it.each(openProductIds)('for %s, from the first question to the approval', async (product) => {
    const eligibility = await api.post('/eligibility', travelers[product]);
    expect(eligibility.data).toMatchObject({ required: true, visa_type: product, next_step: 'checkout' });

    const quote = await api.post('/quote', { visa_type: product });
    expect(quote.status).toBe(200);

    const preview = await api.get('/schemas');
    const shown = preview.data.find((item: { id: string }) => item.id === product);
    expect(shown).toMatchObject({ id: product, access: 'preview' });
    expect(shown).not.toHaveProperty('fields');

    const checkout = await api.post('/checkout', { visa_type: product, email: 'anna@example.com' });
    expect(checkout.status).toBe(201);
    expect(checkout.data.pricing.total).toEqual(quote.data.pricing.total);
    const { payment_session_id, guest_token, application_ids } = checkout.data;

    const unpaid = await api.get('/payment-status', { query: { payment_session_id } });
    expect(unpaid.data).toMatchObject({ paid: false, status: 'unpaid', checkout_url: checkout.data.checkout_url });
    await api.post(`/sandbox/payments/${payment_session_id}`, { outcome: 'paid' });
    const paid = await api.get('/payment-status', { query: { payment_session_id } });
    expect(paid.data).toMatchObject({ paid: true, status: 'paid', checkout_url: null });

    const full = await api.get('/schemas', { query: { payment_session_id } });
    const form = full.data.find((item: { id: string }) => item.id === product);
    expect(form.access).toBe('full');
    expect(form.fields.length).toBeGreaterThan(40);

    const files: Record<string, string> = {};
    for (const { field, kind } of fileFieldsOf(product)) {
      const file = kind === 'passport_bio_page' ? await passportPage() : await facePhoto();
      const uploaded = await api.post('/documents', uploadBody(file, { kind, guest_token }));
      expect(uploaded.status).toBe(201);
      files[field] = uploaded.data.url;
    }
    const form_data = completeForm(product, files);
    const validation = await api.post('/validate', { visa_type: product, form_data, guest_token });
    expect(validation.data).toMatchObject({ ok: true });

    const applied = await api.post('/apply', { visa_type: product, payment_session_id, form_data });
    expect(applied.status).toBe(201);
    expect(applied.data).toMatchObject({ application_id: application_ids[0], status: 'PAID' });

    await work();
    const id = application_ids[0];
    const filed = await api.get(`/status/${id}`, { guestToken: guest_token });
    expect(filed.data.status).toBe('SUBMITTED');
    for (const status of ['IN_REVIEW', 'APPROVED']) {
      const advanced = await api.post(`/sandbox/applications/${id}/advance`, { guest_token });
      expect(advanced.data.status).toBe(status);
    }
    const status = await api.get(`/status/${id}`, { guestToken: guest_token });
    expect(status.data.timeline.map((entry: { status: string }) => entry.status)).toEqual([
      'DRAFT',
      'PAID',
      'SUBMITTED',
      'IN_REVIEW',
      'APPROVED',
    ]);
    expect(status.data.authorization).toMatchObject({ number: expect.stringMatching(/^SIM[0-9A-F]{9}$/) });
    const summary = await api.get(`/summary/${id}`, { guestToken: guest_token });
    expect(summary.data.summary).toContain('approved');
    expect(summary.text).not.toContain(form_data.passport_number);
    expect(summary.text).not.toContain(form_data.date_of_birth);
  });

  it('is told that ETIAS is not open, and nothing is written', async () => {
    const eligibility = await api.post('/eligibility', { nationality: 'US', destination: 'FR' });
    expect(eligibility.data).toMatchObject({ required: true, available: false, status: 'not_open' });
    const calls = [
      await api.post('/quote', { visa_type: 'ETIAS' }),
      await api.post('/checkout', { visa_type: 'ETIAS', email: 'anna@example.com' }),
      await api.post('/apply', { visa_type: 'ETIAS', payment_session_id: 'cs_sandbox_none', form_data: {} }),
    ];
    for (const answer of calls) {
      expect(answer.status).toBe(422);
      expect(answer.error.code).toBe('VISA_NOT_OPEN');
    }
  });
});
