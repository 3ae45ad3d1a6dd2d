import { describe, expect, it } from 'vitest';
import { createPartner } from '../../src/domain/partners/create-partner.ts';
import { startService } from '../support/service.ts';
import { formOf, linksOf, type Page, visitorOf } from './browsing.ts';

const running = await startService();
const { api, clock, service } = running;
const { open, submit } = visitorOf(api.url);

/** Goes to the last step with what a traveler with a German passport would choose. */
async function lastStep(fields: Record<string, string | string[]> = {}): Promise<Page> {
  const passport = await open('/apply/ESTA');
  const options = await submit(passport, { nationality: 'DE' });
  return submit(options, { ...fields, step: 'pay' });
}

const email = 'anna@example.com';
const tokenOf = (location: string) => new URL(location, api.url).searchParams.get('guest_token')!;

describe('without scripts', () => {
  it('leads a browser from the passport over the price to a paid order', async () => {
    const passport = await open('/apply/ESTA?promo=NOBODY');
    expect([passport.status, passport.title]).toEqual([200, 'US ESTA: passport']);

    const options = await submit(passport, { nationality: 'DE', stay_days: '14' });
    expect(options.text).toContain('Passport of Germany, to United States');
    expect(options.text).toContain('need an ESTA');
    expect(options.text).toContain('$79.27');
    expect(options.text).toContain('Nobody has this promo code');

    const priced = await submit(options, {
      num_travelers: '2',
      processing_speed: 'rush',
      add_ons: ['photo_review', 'sms_updates'],
      currency: 'eur',
      promo_code: '',
    });
    const quote = await api.post('/quote', {
      visa_type: 'ESTA',
      num_travelers: 2,
      processing_speed: 'rush',
      add_ons: ['photo_review', 'sms_updates'],
      currency: 'eur',
    });
    const total = `€${quote.data.pricing.total.amount.toFixed(2)}`;
    expect(priced.text).toContain(`Total ${total}`);

    const pay = await submit(priced, { step: 'pay', add_ons: ['photo_review', 'sms_updates'] });
    expect(pay.title).toBe('US ESTA: check and pay');
    expect(pay.text).toContain(`Total ${total}`);
    expect(pay.text).toContain('Held until 12:30 UTC');
    expect(pay.text).toContain('This is a sandbox');

    const made = await submit(pay, { email });
    expect(made.status).toBe(303);
    const order = await open(made.headers.get('location')!);
    expect(order.text).toContain('not paid yet');
    const guest_token = tokenOf(made.headers.get('location')!);
    expect(order.html).toContain(`guest_token=${guest_token}" readonly`);

    const session = /cs_sandbox_[\w-]+/.exec(order.text)![0];
    const checkout = linksOf(order).get('Go to the payment page')!;
    const paying = await open(checkout);
    expect(paying.text).toContain(total);
    const paid = await open(checkout, { method: 'POST', body: new URLSearchParams({ outcome: 'paid' }) });
    expect(paid.status).toBe(303);

    expect((await open(made.headers.get('location')!)).text).toContain('The order is paid.');
    const status = await api.get('/payment-status', { query: { payment_session_id: session } });
    expect(status.data).toMatchObject({ paid: true, amount: quote.data.pricing.total.amount, currency: 'eur' });
    expect(status.data.application_ids).toHaveLength(2);

    const application = await open(linksOf(order).get('Traveler 2')!);
    expect(application.text).toContain('The payment arrived.');
    const over = await api.get(`/status/${status.data.application_ids[0]}`, { guestToken: guest_token });
    expect(over.data.status).toBe('PAID');
  });

  it('finds the product for who knows only passport and destination', async () => {
    const found = await submit(await open('/apply'), { nationality: 'IN', destination: 'US' });
    expect([found.status, found.headers.get('location')]).toEqual([302, '/apply/DS160?nationality=IN&destination=US']);
    const nothing = await submit(await open('/apply'), { nationality: 'DE', destination: 'FR' });
    expect(nothing.text).toContain('Nothing needs to be applied for');
    const later = await submit(await open('/apply'), { nationality: 'US', destination: 'FR' });
    expect(linksOf(later).get('What to do now')).toBe('/guides/ETIAS');
  });

  it('fills in the promo code of the link, under both of its names, and takes the discount off', async () => {
    const operator = { ...service.services, clock, caller: { kind: 'system', mode: 'live' } as const };
    await createPartner(operator, { name: 'Reiseblog', code: 'REISE' });
    for (const name of ['promo', 'promo_code']) {
      const options = await submit(await open(`/apply/ESTA?${name}=REISE`), { nationality: 'DE' });
      expect(formOf(options).fields).toContainEqual(['promo_code', 'REISE']);
      expect(options.text).toContain('Promo code REISE −$3.90');
      expect(options.text).toContain('Total $75.37');
    }
  });

  it('asks who has conditions to meet to confirm them before the order', async () => {
    const pay = await open('/apply/CANADA_ETA?nationality=BR&step=pay');
    expect(pay.text).toContain('had a Canadian visa in the last 10 years');
    const refused = await submit(pay, { email });
    expect(refused.status).toBe(400);
    expect(refused.title).toMatch(/^Error: /);
    expect(refused.html).toMatch(/<input type="checkbox" id="field-conditions-met"[^>]*aria-invalid="true"/);
    expect((await submit(refused, { email, conditions_met: 'yes' })).status).toBe(303);
  });

  it('sends whoever needs another product there, and makes no order for this one', async () => {
    const other = await open('/apply/ESTA?nationality=IN');
    expect(other.text).toContain('US ESTA is not what this trip needs');
    expect(linksOf(other).get('Continue with what is needed')).toMatch(/^\/apply\/DS160\?nationality=IN/);
    const forced = await submit(await lastStep(), { email, nationality: 'IN' });
    expect(forced.status).toBe(422);
    const long = await open('/apply/DS160?nationality=DE&stay_days=120');
    expect(long.title).toBe('US visitor visa (B1/B2): options and price');
  });

  it('says that ETIAS is not open, and takes no order for it', async () => {
    const page = await open('/apply/ETIAS');
    expect(page.text).toContain('No payment is taken for it.');
    const forced = await open('/apply/ETIAS', {
      method: 'POST',
      body: new URLSearchParams({ nationality: 'US', email }),
    });
    expect([forced.status, forced.title]).toEqual([422, 'ETIAS is not open']);
  });
});

describe('what is wrong', () => {
  const wrong = [
    ['nationality', '/apply/ESTA?nationality=ZZ', 'Choose the country of the passport from the list.'],
    ['nationality', '/apply/ESTA?nationality=', 'Choose the country of the passport from the list.'],
    ['destination', '/apply/ESTA?nationality=DE&destination=Q9', 'Choose the destination from the list.'],
    [
      'stay_days',
      '/apply/ESTA?nationality=DE&stay_days=soon',
      'Enter the number of days, such as 14, or leave it empty.',
    ],
    ['num_travelers', '/apply/ESTA?nationality=DE&num_travelers=51', 'Enter a whole number from 1 to 50.'],
    ['num_travelers', '/apply/ESTA?nationality=DE&num_travelers=two', 'Enter a whole number from 1 to 50.'],
    ['processing_speed', '/apply/ESTA?nationality=DE&processing_speed=warp', 'Choose one of the speeds.'],
    ['add_ons', '/apply/ESTA?nationality=DE&add_ons=lounge', 'Choose extras from the list.'],
    ['currency', '/apply/ESTA?nationality=DE&currency=zzz', 'Choose a currency from the list.'],
  ] as const;

  it.each(wrong)('with %s in %s is said at the field and at the top', async (name, path, words) => {
    const page = await open(path);
    const id = `field-${name.replaceAll('_', '-')}`;
    expect(page.status).toBe(400);
    expect(page.title).toMatch(/^Error: /);
    expect(page.html).toContain(`<a href="#${id}">${words}</a>`);
    expect(page.html).toContain(`<p class="error" id="${id}-error">${words}</p>`);
    expect(page.html).toMatch(new RegExp(`id="${id}"[^>]*aria-describedby="[^"]*${id}-error"[^>]*aria-invalid="true"`));
  });

  it('cannot be the destination where a product has only one', async () => {
    const page = await open('/apply/CANADA_ETA?nationality=FR&destination=Q9');
    expect(page.text).toContain('Passport of France, to Canada');
  });

  it('with the email keeps everything else that was written', async () => {
    const pay = await lastStep({ num_travelers: '3' });
    for (const written of ['', 'anna', '"><script>alert(1)</script>']) {
      const refused = await submit(pay, { email: written });
      expect(refused.status).toBe(400);
      expect(refused.html).toMatch(/<input id="field-email"[^>]*aria-invalid="true"/);
      expect(refused.html).not.toContain('<script>alert');
      expect(formOf(refused).fields).toContainEqual(['num_travelers', '3']);
    }
  });

  it('with a price that ran out shows the price of now and orders nothing', async () => {
    const pay = await lastStep();
    clock.advance(31 * 60);
    const refused = await submit(pay, { email });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('The price was held for 30 minutes');
    expect(formOf(refused).fields).toContainEqual(['email', email]);
    expect((await submit(refused, {})).status).toBe(303);
  });

  it('with a price that somebody changed charges no other one', async () => {
    const pay = await lastStep();
    const refused = await submit(pay, { email, processing_speed: 'super_rush' });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('The price has changed.');
    expect(refused.text).toContain('Total $138.27');
    expect((await submit(pay, { email, quote_token: 'qt1.forged.x' })).status).toBe(400);
  });

  it('is told in words where too many requests came', async () => {
    const limited = await startService({
      config: { limits: { publicPerMinute: 2, guestPerMinute: 2, keyPerMinute: 2 } },
    });
    const visitor = visitorOf(limited.api.url);
    expect((await visitor.open('/apply/ESTA?nationality=DE')).status).toBe(200);
    const refused = await visitor.open('/apply/ESTA?nationality=DE');
    expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('the order', () => {
  it('is made once, however often the form is sent', async () => {
    const pay = await lastStep();
    const both = await Promise.all([submit(pay, { email }), submit(pay, { email })]);
    const later = await submit(pay, { email });
    const places = [...both, later].map(({ status, headers }) => `${status} ${headers.get('location')}`);
    expect(new Set(places).size).toBe(1);
    expect(places[0]).toMatch(/^303 \/orders\/cs_sandbox_/);
    const corrected = await submit(pay, { email: 'ben@example.com' });
    expect(corrected.headers.get('location')).not.toBe(both[0].headers.get('location'));
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling of the site', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that hides', { origin: 'null' }],
  ])('is not taken from %s', async (_from, headers) => {
    const pay = await lastStep();
    const refused = await submit(pay, { email }, { headers });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('location')).toBeNull();
    expect(refused.text).toContain('sent from another site');
  });

  it('is taken from this site, whichever of the two headers says so', async () => {
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: api.url }]) {
      expect((await submit(await lastStep(), { email }, { headers })).status).toBe(303);
    }
  });

  it('refuses what is no form', async () => {
    const json = await open('/apply/ESTA', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect([json.status, json.headers.get('content-type')]).toEqual([415, 'text/html; charset=utf-8']);
    const large = new URLSearchParams({ email: 'a'.repeat(20_000) });
    expect((await open('/apply/ESTA', { method: 'POST', body: large })).status).toBe(413);
  });

  it('is kept by nobody and told to no other site', async () => {
    const { headers } = await submit(await lastStep(), { email });
    const order = await open(headers.get('location')!);
    expect(order.headers.get('cache-control')).toBe('no-store');
    expect(order.headers.get('referrer-policy')).toBe('no-referrer');
    expect(order.headers.get('x-robots-tag')).toBe('noindex');
  });

  it('shows no application without the token that was given for it', async () => {
    const { headers } = await submit(await lastStep(), { email });
    const location = headers.get('location')!;
    const order = await open(location);
    const application = linksOf(order).get('Traveler 1')!.replace(/\?.*/, '');
    const bare = await open(location.replace(/\?.*/, ''));
    expect(linksOf(bare).has('Traveler 1')).toBe(false);
    expect(bare.text).not.toContain('Keep this link');
    expect((await open(application)).status).toBe(401);
    const foreign = tokenOf((await submit(await lastStep(), { email })).headers.get('location')!);
    expect((await open(`${application}?guest_token=${foreign}`)).status).toBe(404);
    expect((await open(`${location.replace(/\?.*/, '')}?guest_token="><script>`)).html).not.toContain('"><script>');
    clock.advance(31 * 24 * 3600);
    expect((await open(`${application}?guest_token=${tokenOf(location)}`)).status).toBe(410);
  });

  it('that does not exist is a page, not an envelope', async () => {
    const page = await open('/orders/cs_sandbox_nothing');
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });
});
