import { facePhoto, uploadBody } from './images.ts';
import { type PaidOrder, seedOrder } from './seed.ts';
import type { TestService } from './service.ts';

/** What can belong to somebody. */
export type Kind = 'application' | 'profile' | 'document' | 'session' | 'webhook';

/** One object of each kind, as far as its owner can have it, and how the owner calls. */
export interface Estate extends Partial<Record<Kind, string>> {
  as: { key?: string; guestToken?: string };
  order?: PaidOrder;
}

const photo = facePhoto();

/** Gives a new account a paid order, a profile, an upload and a webhook. */
export async function accountEstate(running: TestService): Promise<Estate & { as: { key: string } }> {
  const { api, service } = running;
  const key = await running.newKey();
  const order = await (await seedOrder(running, { key })).pay();
  const application = order.applicationIds[0]!;
  const profile = await api.post('/profiles', { firstName: 'Anna' }, { key });
  const upload = await api.post('/documents', uploadBody(await photo, { kind: 'applicant_photo' }), { key });
  const hasWebhooks = service.documents.all.some(({ rest }) => rest?.path === '/webhook');
  const hook = hasWebhooks
    ? await api.post('/webhook', { application_id: application, callback_url: 'http://127.0.0.1:4545/hook' }, { key })
    : undefined;
  return {
    as: { key },
    order,
    application,
    session: order.sessionId,
    profile: profile.data.profile_id,
    document: upload.data.document_id,
    ...(hook && { webhook: hook.data.webhook_id }),
  };
}

/** Gives a new guest a paid order and an upload. */
export async function guestEstate(running: TestService): Promise<Estate & { as: { guestToken: string } }> {
  const order = await (await seedOrder(running)).pay();
  const guestToken = order.guestToken!;
  const body = uploadBody(await photo, { kind: 'applicant_photo', guest_token: guestToken });
  const upload = await running.api.post('/documents', body);
  return {
    as: { guestToken },
    order,
    application: order.applicationIds[0]!,
    session: order.sessionId,
    document: upload.data.document_id,
  };
}
