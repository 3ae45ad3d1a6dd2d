import { describe, expect, it } from 'vitest';
import { findProduct } from '../../src/domain/products/catalog.ts';
import { openProductIds, productIds } from '../../src/domain/products/product-id.ts';
import { startService } from '../support/service.ts';
import { linksOf, visitorOf } from './browsing.ts';

const { api } = await startService();
const { open } = visitorOf(api.url);

describe('the requirements of a product', () => {
  it.each(productIds)(
    '%s tells fees, times, passport, documents, exemptions, cases, and every source with its date',
    async (id) => {
      const page = await open(`/requirements/${id}`);
      const product = findProduct(id);
      expect(page.status).toBe(200);
      expect(page.title).toContain(product.name);
      const facts = [
        product.validity.text,
        product.maxStay.text,
        product.processing.text,
        product.minors,
        ...product.passportRequirements.map(({ text }) => text),
        ...product.requiredDocuments.map(({ text }) => text),
        ...product.exempt.map(({ text }) => text),
        ...product.specialCases.map(({ text }) => text),
        ...product.officialFee.furtherCharges.map(({ text }) => text),
      ];
      for (const fact of facts) expect(page.text).toContain(fact);
      for (const { from, until } of product.officialFee.history) {
        if (from !== null) expect(page.html).toContain(`<time datetime="${from}">`);
        if (until !== null) expect(page.html).toContain(`<time datetime="${until}">`);
      }
      const links = linksOf(page);
      for (const { title, url, verifiedAt } of product.sources) {
        expect(links.get(title)).toBe(url);
        if (verifiedAt !== null) expect(page.html).toContain(`as of <time datetime="${verifiedAt}">`);
      }
    },
  );

  it.each(productIds)('%s says that the service is private and what the authority itself offers', async (id) => {
    const { text, html } = await open(`/requirements/${id}`);
    expect(text).toContain('not a government website');
    expect(text).toContain('not legal advice');
    expect(html).toContain(`href="${findProduct(id).officialSite}"`);
  });

  it('leads to the guided application of an open product, and to the guide of one that is not', async () => {
    for (const id of openProductIds) {
      expect(linksOf(await open(`/requirements/${id}`)).get('Start the guided application')).toBe(`/apply/${id}`);
    }
    const etias = linksOf(await open('/requirements/ETIAS'));
    expect([...etias.values()]).not.toContain('/apply/ETIAS');
    expect(etias.get('What to do now')).toBe('/guides/ETIAS');
  });

  it('states the fee of DS160 as one that is not paid here', async () => {
    expect((await open('/requirements/DS160')).text).toContain(
      'The government fee is paid to U.S. Department of State directly, not here.',
    );
  });

  it('has headings in order, landmarks, a language, and names every table and section', async () => {
    const { html } = await open('/requirements/ESTA');
    expect(html).toMatch(/<html lang="en">/);
    const levels = [...html.matchAll(/<h([1-6])\b/g)].map(([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
    for (const landmark of ['<header', '<main', '<footer']) expect(html).toContain(landmark);
    const ids = new Set([...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id));
    for (const [, label] of html.matchAll(/aria-labelledby="([^"]+)"/g)) expect(ids).toContain(label);
    expect([...html.matchAll(/<table(?! aria-labelledby)/g)]).toHaveLength(0);
  });

  it('may be kept for five minutes, and is not sent again while it is the same', async () => {
    const first = await open('/requirements/UK_ETA');
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    const etag = first.headers.get('etag')!;
    const again = await open('/requirements/UK_ETA', { headers: { 'if-none-match': etag } });
    expect([again.status, again.html, again.headers.get('etag')]).toEqual([304, '', etag]);
    const other = await open('/requirements/ESTA', { headers: { 'if-none-match': etag } });
    expect(other.status).toBe(200);
  });

  it('loads nothing from elsewhere and cannot be framed', async () => {
    const { headers, html } = await open('/requirements/ESTA');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(html).not.toMatch(/<(script|img|iframe|link rel="stylesheet")/);
  });

  it('counts against no limit: reading is free', async () => {
    const limited = await startService({
      config: { limits: { publicPerMinute: 1, guestPerMinute: 1, keyPerMinute: 1 } },
    });
    const visitor = visitorOf(limited.api.url);
    for (const id of productIds) expect((await visitor.open(`/requirements/${id}`)).status).toBe(200);
  });

  it('understands other spellings, and lists the products where there is none', async () => {
    const spelled = await open('/requirements/uk-eta');
    expect([spelled.status, spelled.headers.get('location')]).toEqual([308, '/requirements/UK_ETA']);
    const unknown = await open('/requirements/SCHENGEN');
    expect(unknown.status).toBe(404);
    for (const id of productIds) expect([...linksOf(unknown).values()]).toContain(`/requirements/${id}`);
    const hostile = await open('/requirements/%3Cscript%3Ealert(1)%3C%2Fscript%3E');
    expect(hostile.status).toBe(404);
    expect(hostile.html).not.toContain('alert(1)');
  });
});

describe('the guide', () => {
  it('tells of ETIAS what is known, who will need it and what to do now, and takes no money', async () => {
    const page = await open('/guides/ETIAS');
    expect(page.status).toBe(200);
    expect(page.text).toContain(findProduct('ETIAS').statusNote);
    expect(page.text).toContain('€20.00');
    expect(page.text).toContain('We take no payment for it and file nothing.');
    for (const country of ['Brazil', 'Japan', 'United Kingdom']) expect(page.text).toContain(country);
    expect([...linksOf(page).values()]).not.toContain('/apply/ETIAS');
    expect(page.headers.get('etag')).toMatch(/^W\//);
  });

  it.each(openProductIds)('of %s, which is open, is its requirements', async (id) => {
    const page = await open(`/guides/${id}`);
    expect([page.status, page.headers.get('location')]).toEqual([302, `/requirements/${id}`]);
  });
});

describe('the links of answers', () => {
  it('lead to pages that exist', async () => {
    const answers = [
      await api.post('/eligibility', { nationality: 'DE', destination: 'US' }),
      await api.post('/eligibility', { nationality: 'US', destination: 'FR' }),
      await api.get('/schemas'),
    ];
    const links = new Set(
      answers.flatMap(({ text }) =>
        [...text.matchAll(/"(?:requirements|apply|guide)_url":"([^"]+)"/g)].map(([, url]) => url!),
      ),
    );
    expect(links.size).toBe(5 + 4 + 1);
    for (const link of links) expect([link, (await open(link)).status]).toEqual([link, 200]);
  });
});
