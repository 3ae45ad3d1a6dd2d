import type { PersistedDocument } from '../../src/projections/document.ts';
import { accountEstate, type Estate, guestEstate } from '../support/estate.ts';
import { passportPage, uploadBody } from '../support/images.ts';
import { seedOrder } from '../support/seed.ts';
import type { TestService } from '../support/service.ts';

/** One call that is ready to be made: a fresh state, and what is asked of it. */
export interface Prepared {
  variables: Record<string, unknown>;
  key?: string | undefined;
}

type Prepare = (running: TestService, estate: Estate) => Promise<Record<string, unknown>> | Record<string, unknown>;

const page = passportPage();

/** Calls that need more than the object that their `id` names. */
const prepared: Record<string, Prepare> = {
  CheckEligibility: () => ({ nationality: 'DE', destination: 'US', traveler: { stay_days: 20 } }),
  QuotePricing: () => ({ visa_type: 'ESTA', currency: 'eur', num_travelers: 2, add_ons: ['photo_review'] }),
  CreateCheckout: () => ({ visa_type: 'UK_ETA', email: 'anna@example.com', num_travelers: 2 }),
  GetProductRequirements: () => ({ visa_type: 'DS160' }),
  ValidateApplication: () => ({ visa_type: 'ESTA', form_data: { sex: 'Q', passport_number: '!' } }),
  SubmitApplication: async (_running, { order }) => ({
    visa_type: 'ESTA',
    payment_session_id: order!.sessionId,
    form_data: await order!.form(),
  }),
  PatchApplication: (_running, { application }) => ({ id: application, form_data: { city_of_birth: 'Hamburg' } }),
  UploadDocument: async (_running, { application }) =>
    uploadBody(await page, { kind: 'passport_bio_page', app_id: application }),
  CreateUploadLink: (_running, { application }) => ({ kind: 'selfie', app_id: application }),
  ReadPassport: async () => ({ imageBase64: (await page).bytes.toString('base64') }),
  CreateProfile: () => ({ firstName: 'Anna', nationality: 'de' }),
  UpdateProfile: (_running, { profile }) => ({ id: profile, firstName: null, lastName: 'Eriksson' }),
  CreateKey: () => ({ name: 'second' }),
  AdvanceSandboxApplication: async (_running, { order, application }) => {
    await order!.submit();
    return { id: application, to: 'IN_REVIEW' };
  },
  AdvanceSandboxClock: () => ({ advance_seconds: 60 }),
  PaySandboxSession: async (running) => ({
    payment_session_id: (await seedOrder(running)).sessionId,
    outcome: 'declined',
  }),
  RegisterWebhook: (_running, { application }) => ({
    application_id: application,
    callback_url: 'http://127.0.0.1:4545/parity',
  }),
};

const objectOf = ({ rest, concept }: PersistedDocument): keyof Estate => {
  const path = rest?.path ?? '';
  if (concept === 'profiles') return 'profile';
  if (concept === 'documents') return 'document';
  return path.startsWith('/webhooks/') ? 'webhook' : 'application';
};

/** Prepares a call of a document that succeeds, on a state of its own. */
export async function prepareSuccess(document: PersistedDocument, running: TestService): Promise<Prepared> {
  const isForGuest = document.access === 'PUBLIC';
  const estate = isForGuest ? await guestEstate(running) : await accountEstate(running);
  const special = prepared[document.name];
  const variables: Record<string, unknown> = special ? { ...(await special(running, estate)) } : {};
  for (const variable of document.variables.values()) {
    if (!variable.required || Object.hasOwn(variables, variable.name)) continue;
    if (variable.name === 'payment_session_id') variables.payment_session_id = estate.session;
    else if (variable.name === 'application_id') variables.application_id = estate.application;
    else if (variable.name === 'id') variables.id = estate[objectOf(document)];
  }
  return { variables, key: estate.as.key };
}
