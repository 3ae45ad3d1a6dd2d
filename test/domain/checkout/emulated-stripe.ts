import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEmulator } from 'emulate';
import { type Form, listOf, partOf, readForm, textOf } from '../../stripe-fake/form.ts';

/** A model of Stripe that somebody else wrote. */
export interface EmulatedStripe {
  /** For `STRIPE_API_BASE`. */
  url: string;
  /** Its own books, behind what is added here. */
  emulatorUrl: string;
  close(): Promise<void>;
}

interface Asked {
  amount_total: number;
  currency: string;
  client_reference_id: string | undefined;
}

const bodyOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const portOf = (server: ReturnType<typeof createServer>) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

/**
 * Starts the emulator behind a thin layer that adds what it lacks and Stripe has: prices within a line, and the amount, the currency and the
 * reference of a session. Everything else (the page, whether a session is open or paid, redirects, ids) is the emulator's.
 */
export async function startEmulatedStripe(): Promise<EmulatedStripe> {
  const probe = createServer();
  const port = await portOf(probe);
  await new Promise((resolve) => probe.close(resolve));
  const emulator = await createEmulator({ service: 'stripe', port });
  const asked = new Map<string, Asked>();

  const ask = async (path: string, authorization: string, form?: Record<string, string>) => {
    const response = await fetch(new URL(path, emulator.url), {
      method: form ? 'POST' : 'GET',
      headers: { authorization },
      ...(form && { body: new URLSearchParams(form) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  const priceOf = async (line: Form, authorization: string) => {
    const price = partOf(line, 'price_data');
    const name = textOf(partOf(price, 'product_data'), 'name') ?? '';
    const product = await ask('/v1/products', authorization, { name });
    const made = await ask('/v1/prices', authorization, {
      product: String(product.body.id),
      currency: textOf(price, 'currency') ?? '',
      unit_amount: textOf(price, 'unit_amount') ?? '',
    });
    return String(made.body.id);
  };

  const createSession = async (form: Form, authorization: string) => {
    const lines = listOf(form, 'line_items') as Form[];
    const wanted: Record<string, string> = {
      mode: textOf(form, 'mode') ?? '',
      success_url: textOf(form, 'success_url') ?? '',
      cancel_url: textOf(form, 'cancel_url') ?? '',
    };
    for (const [index, line] of lines.entries()) {
      wanted[`line_items[${index}][price]`] = await priceOf(line, authorization);
      wanted[`line_items[${index}][quantity]`] = textOf(line, 'quantity') ?? '1';
    }
    const answer = await ask('/v1/checkout/sessions', authorization, wanted);
    const prices = lines.map((line) => partOf(line, 'price_data'));
    asked.set(String(answer.body.id), {
      amount_total: prices.reduce((sum, price) => sum + Number(textOf(price, 'unit_amount')), 0),
      currency: textOf(prices[0], 'currency') ?? '',
      client_reference_id: textOf(form, 'client_reference_id'),
    });
    return answer;
  };

  const server = createServer(async (request, response) => {
    const authorization = request.headers.authorization ?? '';
    const text = await bodyOf(request);
    const answer =
      request.method === 'POST' && request.url === '/v1/checkout/sessions'
        ? await createSession(readForm(text), authorization)
        : await ask(
            (request.url ?? '').split('?')[0]!,
            authorization,
            request.method === 'POST' ? Object.fromEntries(new URLSearchParams(text)) : undefined,
          );
    const added = asked.get(String(answer.body.id));
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ payment_intent: null, ...answer.body, ...added }));
  });
  const url = `http://127.0.0.1:${await portOf(server)}`;
  return {
    url,
    emulatorUrl: emulator.url,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await emulator.close();
    },
  };
}
