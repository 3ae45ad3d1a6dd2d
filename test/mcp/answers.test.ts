import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { completeForm, fileFieldsOf } from '../support/forms.ts';
import { facePhoto, passportPage, uploadBody } from '../support/images.ts';
import { startService, type TestService } from '../support/service.ts';
import { withoutRandomness } from '../support/snapshot.ts';
import { connect, type ToolAnswer, type ToolClient } from './client.ts';

/** The tools that the specification names. */
const specified = [
  'check_eligibility',
  'list_visa_products',
  'quote_pricing',
  'get_payment_status',
  'validate_application',
  'get_application_status',
  'ocr_passport',
  'list_profiles',
  'get_capabilities',
  'get_self',
  'create_checkout_session',
  'submit_application',
  'patch_application',
  'cancel_application',
  'refund_application',
  'upload_document',
  'create_profile',
  'register_webhook',
];

let service: TestService;
let client: ToolClient & { client: Awaited<ReturnType<typeof connect>>['client'] };
let key: string;
const answers: Record<string, ToolAnswer> = {};

beforeAll(async () => {
  service = await startService({ config: { filingHoldSeconds: { live: 0, sandbox: 0 }, sandboxPaceSeconds: 0 } });
  key = await service.newKey();
  client = await connect(service, { key });
  const use = async (name: string, args: Record<string, unknown>, as = name) => {
    const answer = await client.call(name, args);
    answers[as] = answer;
    return answer.data;
  };
  const buy = async () => {
    const order = await use('create_checkout_session', { visa_type: 'ESTA', email: 'lena.hoffmann@example.com' });
    await service.api.post(`/sandbox/payments/${order.payment_session_id}`, { outcome: 'paid' }, { key });
    return order;
  };
  await use('check_eligibility', { nationality: 'BR', destination: 'CA' });
  await use('list_visa_products', {});
  await use('quote_pricing', { visa_type: 'DS160', currency: 'eur', processing_speed: 'rush' });
  await use('get_capabilities', {});
  await use('get_self', {});
  const { payment_session_id, application_ids } = await buy();
  const [id] = application_ids;
  await use('get_payment_status', { payment_session_id });
  const page = await passportPage();
  const sample = await readFile(new URL('../ocr-generator/samples/085_L3_TD3_ROU.jpg', import.meta.url));
  await use('ocr_passport', { imageBase64: sample.toString('base64') });
  const files: Record<string, string> = {};
  for (const { field, kind } of fileFieldsOf('ESTA')) {
    const file = kind === 'passport_bio_page' ? page : await facePhoto();
    files[field] = (await use('upload_document', uploadBody(file, { kind }))).url;
  }
  const form_data = completeForm('ESTA', files);
  await use('validate_application', { visa_type: 'ESTA', form_data: { ...form_data, email: 'none' } });
  await use('create_profile', { firstName: 'Lena', lastName: 'Hoffmann', nationality: 'DE' });
  await use('list_profiles', {});
  await use('patch_application', { id, form_data: { home_city: 'Bremen' } });
  await use('submit_application', { visa_type: 'ESTA', payment_session_id, form_data });
  await use('register_webhook', { application_id: id, callback_url: 'https://127.0.0.1/hook' });
  await use('get_application_status', { id });
  const refundable = (await buy()).application_ids[0];
  const { confirmation_token } = await use('refund_application', { id: refundable }, 'refund_application asks');
  await use('refund_application', { id: refundable, confirmation_token });
  const cancellable = (await buy()).application_ids[0];
  const asked = await use('cancel_application', { id: cancellable }, 'cancel_application asks');
  await use('cancel_application', { id: cancellable, confirmation_token: asked.confirmation_token });
}, 180_000);

describe('the tools', () => {
  it('are those of the specification, no more and no fewer', async () => {
    const { tools } = await client.client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([...specified].sort());
  });

  it.each([...specified, 'refund_application asks', 'cancel_application asks'])('%s answers in plain words', (name) => {
    const { prose, data, isError } = answers[name]!;
    expect(isError, prose).toBe(false);
    if (typeof data.answer === 'string') expect(prose.startsWith(data.answer)).toBe(true);
    const steady = prose.replace(/qt1\.[\w.-]+/, 'qt1.…').replace(/cnf_[\w.-]+/, 'cnf_…');
    expect(withoutRandomness(steady)).toMatchSnapshot();
  });

  it('give data as their schema says', async () => {
    const { tools } = await client.client.listTools();
    for (const { name, outputSchema } of tools) {
      const { data } = answers[name]!;
      for (const [property, schema] of Object.entries(outputSchema!.properties ?? {})) {
        if (!(property in data)) continue;
        const types = [(schema as { type: string | string[] }).type].flat();
        const value = data[property];
        const type = Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;
        expect(types.includes(type) || (type === 'integer' && types.includes('number')), `${name}.${property}`).toBe(
          true,
        );
      }
    }
  });
});
