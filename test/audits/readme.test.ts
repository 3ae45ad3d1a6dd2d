import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createStripeNotices } from '../../src/gateways/stripe/stripe-notices.ts';
import { startService } from '../support/service.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(`${root}/README.md`, 'utf8');
const journey = /```bash\n([\s\S]*?)```/.exec(readme)![1]!;
const { api } = await startService();

it('leads a newcomer through the whole journey with the commands as they stand', async () => {
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', journey], {
    cwd: root,
    env: { ...process.env, API: `${api.url}/api/v1/agent` },
    maxBuffer: 16 * 1024 * 1024,
  });
  expect(stdout).not.toContain('"success":false');
  expect(stdout).toContain('"ok":true');
  expect(stdout).toContain('"status":"APPROVED"');
  expect(stdout.trimEnd().slice(stdout.lastIndexOf('{"success"'))).toContain('"summary":');
}, 60_000);

it('names every variable of the configuration, and no other', () => {
  const source = readFileSync(`${root}/src/config.ts`, 'utf8');
  const known = new Set([...source.matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'/g)].map((match) => match[1]!));
  const rows = readme
    .slice(readme.indexOf('## Configure'))
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((line) => [...line.split('|')[1]!.matchAll(/`([A-Z0-9_]+)`/g)].map((match) => match[1]!));
  expect([...named].sort()).toEqual([...known].sort());
  expect(() => readConfig({})).not.toThrow();
});

it('leads to files that exist', () => {
  const paths = [...readme.matchAll(/^(src\/[\w./-]+|rest-mappings\/[\w./-]+\.graphql)/gm)].map((match) => match[1]!);
  expect(paths.length).toBeGreaterThan(7);
  for (const path of paths) expect(() => readFileSync(`${root}/${path}`), path).not.toThrow();
});

it('names the events of Stripe that say where to look, and the path they are sent to', async () => {
  const named = [...readme.matchAll(/`((?:checkout\.session|payment_intent|charge|refund)\.[a-z_.]+)`/g)].map(
    ([, type]) => type!,
  );
  expect(new Set(named).size).toBe(named.length);
  expect(named.length).toBeGreaterThan(15);
  const webhookSecret = 'whsec_only_for_tests';
  const notices = createStripeNotices({ secretKey: 'sk_test_only_for_tests', webhookSecret });
  const now = new Date();
  for (const type of named) {
    const subject = /^charge\.dispute|^checkout\.session|^\w+/.exec(type)![0].replace('charge.', '');
    const payload = JSON.stringify({
      id: 'evt_1',
      type,
      livemode: false,
      data: { object: { id: 'id_1', object: subject, payment_intent: 'pi_1' } },
    });
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: webhookSecret,
      timestamp: Math.floor(now.getTime() / 1000),
    });
    const { sessionId, paymentIntentId } = notices.read(Buffer.from(payload), signature, now)!;
    expect([type, (sessionId ?? paymentIntentId) !== null]).toEqual([type, true]);
  }
  const path = /`<BASE_URL>(\/\S+)`/.exec(readme)![1]!;
  expect((await api.send('GET', path.replace('/api/v1/agent', ''))).status).toBe(405);
});
