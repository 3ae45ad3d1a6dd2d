import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startService } from '../support/service.ts';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const why = executablePath === undefined ? ' (skipped: Chromium is not installed)' : '';

describe.skipIf(executablePath === undefined)(`in a browser${why}`, { timeout: 120_000 }, () => {
  let browser: Browser;
  let url: string;
  let axe: string;

  beforeAll(async () => {
    url = (await startService()).api.url;
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    browser = await chromium.launch({
      executablePath: executablePath!,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    });
  }, 120_000);
  afterAll(() => browser?.close());

  /** Opens a page that must cause no error and load nothing from elsewhere. */
  async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ baseURL: url, ...options });
    const page = await context.newPage();
    page.on('pageerror', (error) => expect.fail(error.message));
    page.on('request', (request) => expect(request.url()).toMatch(new RegExp(`^(${url}/|data:)`)));
    await page.goto(path);
    return page;
  }

  /** Names what the rules of WCAG 2.2 AA find wrong with a page, and whether it has to be scrolled sideways. */
  async function faults(page: Page): Promise<string[]> {
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
      const rules = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };
      // biome-ignore lint/suspicious/noExplicitAny: a script of another package, in the page
      const { violations } = await (globalThis as any).axe.run(document, rules);
      return violations.flatMap(({ id, nodes }: { id: string; nodes: { html: string }[] }) =>
        nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`),
      );
    });
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    return sideways ? [...found, 'scrolls sideways'] : found;
  }

  const paths = [
    '/requirements',
    '/requirements/ESTA',
    '/requirements/ETIAS',
    '/guides/ETIAS',
    '/apply',
    '/apply?nationality=DE&destination=FR',
    '/apply/ETIAS',
    '/apply/UK_ETA',
    '/apply/ESTA?nationality=IN',
    '/apply/CANADA_ETA?nationality=BR&currency=eur&processing_speed=rush',
    '/apply/ESTA?nationality=DE&currency=zzz',
    '/apply/CANADA_ETA?nationality=BR&step=pay',
  ];

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('pages keep to WCAG 2.2 AA in %s at %i pixels, and never scroll sideways', async (colorScheme, width) => {
    const page = await visit('/requirements', { colorScheme, viewport: { width, height: 844 } });
    for (const path of paths) {
      await page.goto(path);
      expect([path, await faults(page)]).toEqual([path, []]);
    }
    await page.context().close();
  });

  it('shows the new price as soon as a choice changes, without loading the page', async () => {
    const page = await visit('/apply/ESTA?nationality=DE');
    await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''));
    await page.getByLabel('Rush processing', { exact: true }).check();
    await page.getByText('$108.27', { exact: true }).waitFor();
    await page.getByLabel('Currency to pay in').selectOption('jpy');
    await page.locator('#price', { hasText: '¥' }).waitFor();
    expect(new URL(page.url()).searchParams.get('currency')).toBe('jpy');
    expect(await page.locator('html[data-same-page]').count()).toBe(1);
    await page.getByLabel('How many travelers?').fill('51');
    await page.getByLabel('Promo code').focus();
    await page.locator('#price', { hasText: 'once the fields above are corrected' }).waitFor();
    await page.context().close();
  });

  it.each([
    ['with scripts', true],
    ['without scripts', false],
  ])(
    'leads from the passport to a paid order %s, by keyboard, and a double click makes one order',
    async (_how, javaScriptEnabled) => {
      const page = await visit('/apply/ESTA', { javaScriptEnabled, viewport: { width: 390, height: 844 } });
      await page.getByLabel('Which country issued the passport?').selectOption('DE');
      await page.getByRole('button', { name: 'Continue' }).press('Enter');
      await page.getByRole('heading', { name: 'Options' }).waitFor();
      await page.getByLabel('Photo review').press('Space');
      await page.getByRole('button', { name: 'Continue' }).press('Enter');
      await page.getByRole('heading', { name: 'Order' }).waitFor();
      await page.getByLabel('Email for the receipt').fill('anna@example.com');
      const sent: string[] = [];
      page.on('response', async (response) => {
        if (response.request().method() === 'POST') sent.push((await response.headerValue('location')) ?? '');
      });
      await page.getByRole('button', { name: 'Make the order' }).dblclick();
      // The second click takes the place of the first one's navigation, which waiting for a URL would call an error.
      await vi.waitUntil(() => page.url().includes('/orders/'), { timeout: 20_000 });
      await page.waitForLoadState();
      expect(new Set(sent).size).toBe(1);
      const kept = page.url();
      expect(await page.getByLabel('Link to this order').inputValue()).toBe(kept);
      if (javaScriptEnabled) expect(await faults(page)).toEqual([]);
      await page.getByRole('link', { name: 'Go to the payment page' }).press('Enter');
      await page.getByRole('button', { name: 'Pay with the test card' }).press('Enter');
      await page.getByText('Paid.').first().waitFor();
      await page.getByRole('link', { name: 'Back to your order' }).press('Enter');
      await page.getByText('The order is paid.').waitFor();
      expect(page.url()).toBe(kept);
      await page.getByRole('link', { name: 'Traveler 1' }).press('Enter');
      await page.getByRole('heading', { name: 'Paid' }).waitFor();
      await page.context().close();
    },
  );
});
