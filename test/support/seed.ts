import type { OpenProductId } from '../../src/domain/products/product-id.ts';
import type { ApiAnswer, CallOptions } from './client.ts';
import { completeForm, type FormData, fileFieldsOf } from './forms.ts';
import { facePhoto, passportPage, uploadBody } from './images.ts';
import type { TestService } from './service.ts';

/** What a seeded order is made of. */
export interface SeedOptions {
  product?: OpenProductId;
  travelers?: number;
  /** An account buys; a guest when absent. */
  key?: string;
  /** Further fields of the checkout. */
  checkout?: Record<string, unknown>;
  /** Pays the session where it is not the built-in provider's. */
  payWith?: (sessionId: string) => Promise<unknown>;
}

/** An order that waits for its payment. */
export interface SeededOrder {
  product: OpenProductId;
  /** Key or guest token: what the owner sends. */
  as: CallOptions;
  key: string | undefined;
  guestToken: string | undefined;
  sessionId: string;
  orderId: string;
  applicationIds: string[];
  /** The answer of the checkout. */
  checkout: ApiAnswer;
  pay(): Promise<PaidOrder>;
}

/** An order that is paid. */
export interface PaidOrder extends SeededOrder {
  /** Uploads the files that the form asks for and returns the complete form. */
  form(overrides?: FormData): Promise<FormData>;
  /** Submits the same complete form for every traveler. */
  submit(overrides?: FormData): Promise<SubmittedOrder>;
}

/** An order whose forms are submitted and wait for filing. */
export interface SubmittedOrder extends PaidOrder {
  applicationId: string;
  /** Moves the first application on with the simulated authority. */
  advance(to?: string): Promise<ApiAnswer>;
}

const succeed = (answer: ApiAnswer): ApiAnswer => {
  if (answer.status >= 300) throw new Error(`seed: ${answer.status} ${answer.text}`);
  return answer;
};

/** Makes an order over REST as its users do; each step offers only what is legal next. */
export async function seedOrder({ api }: TestService, options: SeedOptions = {}): Promise<SeededOrder> {
  const { product = 'ESTA', travelers = 1, key } = options;
  const checkout = succeed(
    await api.post(
      '/checkout',
      { visa_type: product, num_travelers: travelers, email: 'traveler@example.com', ...options.checkout },
      { key },
    ),
  );
  const guestToken: string | undefined = checkout.data.guest_token ?? undefined;
  const seeded = {
    product,
    as: key ? { key } : { guestToken },
    key,
    guestToken,
    sessionId: checkout.data.payment_session_id as string,
    orderId: checkout.data.order_id as string,
    applicationIds: checkout.data.application_ids as string[],
    checkout,
  };

  const form = async (overrides: FormData = {}): Promise<FormData> => {
    const urls: FormData = {};
    for (const { field, kind } of fileFieldsOf(product)) {
      const file = kind === 'passport_bio_page' ? await passportPage() : await facePhoto();
      const upload = await api.post('/documents', uploadBody(file, { kind, guest_token: guestToken }), { key });
      urls[field] = succeed(upload).data.url;
    }
    return completeForm(product, { ...urls, ...overrides });
  };

  const submit = async (overrides: FormData = {}): Promise<SubmittedOrder> => {
    const filled = await form(overrides);
    const forms = travelers === 1 ? { form_data: filled } : { travelers: Array(travelers).fill({ form_data: filled }) };
    const applied = succeed(
      await api.post('/apply', { visa_type: product, payment_session_id: seeded.sessionId, ...forms }, { key }),
    );
    const applicationId = applied.data.application_id as string;
    return {
      ...paid,
      applicationId,
      advance: (to) =>
        api.post(
          `/sandbox/applications/${applicationId}/advance`,
          { ...(to && { to }), ...(guestToken && { guest_token: guestToken }) },
          { key },
        ),
    };
  };

  const pay = async (): Promise<PaidOrder> => {
    if (options.payWith) await options.payWith(seeded.sessionId);
    else succeed(await api.post(`/sandbox/payments/${seeded.sessionId}`, { outcome: 'paid' }));
    return paid;
  };
  const paid: PaidOrder = { ...seeded, pay, form, submit };
  return { ...seeded, pay };
}
