import { beforeAll, describe, expect, it } from 'vitest';
import golden from '../domain/eligibility/golden.json' with { type: 'json' };
import { testClock } from '../support/clock.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ clock: testClock(`${golden.as_of}T12:00:00Z`) });
});

const ask = (body: unknown) => service.api.post('/eligibility', body);
const withoutMoment = ({ body }: Awaited<ReturnType<typeof ask>>) => ({
  ...body,
  _meta: { ...body._meta, request_id: 'req_', timestamp: 'now', documentation: 'docs' },
});
const stable = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(service.api.url, '{base_url}'));

describe('200', () => {
  it('answers an open product with its price, where to apply and the checkout next', async () => {
    const answer = await ask({ nationality: 'de', destination: 'US' });
    expect(answer.status).toBe(200);
    expect(stable(withoutMoment(answer))).toMatchSnapshot();
  });

  it('answers a product before its launch without service fee, total and place to apply', async () => {
    const answer = await ask({ nationality: 'US', destination: 'FR' });
    expect(stable(withoutMoment(answer))).toMatchSnapshot();
    expect(answer.data).toMatchObject({
      required: true,
      available: false,
      status: 'not_open',
      visa_type: 'ETIAS',
      pricing: { official_fee: { announced: true }, service_fee: null, total_estimated_usd: null },
    });
    expect(answer.data.links.apply_url).toBeUndefined();
    expect(answer.data.next_step).toBeUndefined();
  });

  it('answers that no product applies with a verdict, never as a word that no visa is needed', async () => {
    const answer = await ask({ nationality: 'IN', destination: 'GB' });
    expect(stable(withoutMoment(answer))).toMatchSnapshot();
    expect(answer.data).toMatchObject({
      required: false,
      verdict: 'not_covered',
      reason_code: 'VISA_REQUIRED_NO_PRODUCT',
    });
    for (const absent of ['available', 'status', 'visa_type', 'pricing', 'links', 'next_step']) {
      expect(answer.data).not.toHaveProperty(absent);
    }
  });

  it.each(golden.cases)('$nationality to $destination answers as the sample says', async (sample) => {
    const { data } = await ask({ nationality: sample.nationality, destination: sample.destination });
    const { expected } = sample;
    expect({ required: data.required, product: data.visa_type ?? null, reason_code: data.reason_code }).toEqual({
      required: expected.required,
      product: expected.product,
      reason_code: expected.reason_code,
    });
    expect([data.status ?? null, data.available ?? null]).toEqual([expected.status, expected.available]);
  });

  it('says what DS160 costs here and what is paid to the authority', async () => {
    const { data } = await ask({ nationality: 'IN', destination: 'US' });
    expect(data.official_fee_collected).toBe(false);
    expect(data.pricing).toMatchObject({
      service_fee: { amount: 149, currency: 'usd' },
      official_fee: { amount: 185, currency: 'usd' },
      total_usd: 149,
      total_estimated_usd: 334,
    });
  });

  it('uses what is said of the traveler, and null says nothing', async () => {
    const traveler = { stay_days: 120, travel_date: '2026-12-24', visited: [{ country: 'ir', date: '2012-05-01' }] };
    const { data } = await ask({ nationality: 'DE', destination: 'US', traveler });
    expect(data).toMatchObject({ visa_type: 'DS160', reason_code: 'ESTA_RULED_OUT' });
    const untold = await ask({ nationality: 'DE', destination: 'US', traveler: { stay_days: null } });
    expect(untold.data.visa_type).toBe('ESTA');
    expect((await ask({ nationality: 'DE', destination: 'US', traveler: null })).data.visa_type).toBe('ESTA');
  });

  it('asks for the fact that decides, and the next call carries the question', async () => {
    const { data } = await ask({ nationality: 'BR', destination: 'CA' });
    expect(data).toMatchObject({ eligibility: 'conditional', next_step: 'checkout' });
    const deciding = data.conditions.filter((condition: { decides: boolean }) => condition.decides);
    expect(deciding.map(({ fact }: { fact: string }) => fact)).toEqual([
      'canadian_visa_issued',
      'us_nonimmigrant_visa_valid',
      'arrives_by',
    ]);
    expect(data.next.rest.path).toBe('/api/v1/agent/eligibility');
    expect((await ask(data.next.rest.body)).status).toBe(200);
  });

  it('is open to browsers of any origin', async () => {
    const answer = await service.api.send(
      'POST',
      '/eligibility',
      { nationality: 'DE', destination: 'US' },
      {
        headers: {
          'user-agent': 'Mozilla/5.0 AppleWebKit/537.36',
          'x-agent-friendly': '',
          origin: 'https://example.org',
        },
      },
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('prices at the fee of today, whenever the journey is', async () => {
    const traveler = { travel_date: '2028-01-01' };
    const { data } = await ask({ nationality: 'US', destination: 'GB', traveler });
    expect(data.pricing.official_fee.per_traveler).toEqual({ amount: 20, currency: 'gbp' });
  });
});

describe('400', () => {
  it('names the code that is not two letters', async () => {
    const answer = await ask({ nationality: 'FRA', destination: 'US' });
    expect(answer.status).toBe(400);
    expect(stable(withoutMoment(answer))).toMatchSnapshot();
  });

  it.each([
    [{ destination: 'US' }, 'nationality'],
    [{ nationality: 'DE' }, 'destination'],
    [{ nationality: '', destination: 'US' }, 'nationality'],
    [{ nationality: 'D1', destination: 'US' }, 'nationality'],
    [{ nationality: 'DE', destination: 'USA' }, 'destination'],
    [{ nationality: 7, destination: 'US' }, 'nationality'],
    [{ nationality: 'DE', destination: 'US', traveler: { stay_days: -3 } }, 'traveler.stay_days'],
    [{ nationality: 'DE', destination: 'US', traveler: { travel_date: '2026-02-30' } }, 'traveler.travel_date'],
    [{ nationality: 'DE', destination: 'US', traveler: { arrives_by: 'rocket' } }, 'traveler.arrives_by'],
    [
      { nationality: 'DE', destination: 'US', traveler: { visited: [{ date: '2012-01-01' }] } },
      'traveler.visited[0].country',
    ],
    [
      { nationality: 'DE', destination: 'US', traveler: { visited: [{ country: 'IRN' }] } },
      'traveler.visited[0].country',
    ],
  ])('%j is refused at %s', async (body, field) => {
    const { status, error } = await ask(body);
    expect([status, error.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(Object.keys(error.details)).toEqual([field]);
    expect(error.message).toContain(field);
  });

  it('refuses a field it does not know and names the nearest', async () => {
    const top = await ask({ nationality: 'DE', destinaton: 'US', destination: 'US' });
    expect([top.status, top.error.hint]).toEqual([400, expect.stringContaining('destination')]);
    const nested = await ask({ nationality: 'DE', destination: 'US', traveler: { stay_day: 3 } });
    expect(nested.error.hint).toContain('stay_days');
  });
});

describe('404', () => {
  it.each([
    [{ nationality: 'ZZ', destination: 'US' }, 'nationality'],
    [{ nationality: 'FR', destination: 'ZZ' }, 'destination'],
  ])('%j: no country has that code', async (body, field) => {
    const { status, error } = await ask(body);
    expect([status, error.code]).toEqual([404, 'COUNTRY_NOT_FOUND']);
    expect(Object.keys(error.details)).toEqual([field]);
  });
});
