import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { rowsOf } from '../../src/store/db.ts';
import { openStore } from '../../src/store/open.ts';
import { sendModern } from '../mcp/client.ts';
import type { ApiAnswer } from '../support/client.ts';
import { completeForm } from '../support/forms.ts';
import { facePhoto, passportPage, uploadBody } from '../support/images.ts';
import { startProcess } from '../support/process.ts';

/** A word that occurs nowhere by itself; upper case letters alone, so that every pattern of a form takes it. */
const word = (length = 9) => Array.from(randomBytes(length), (byte) => String.fromCharCode(65 + (byte % 26))).join('');

/** What is personal or secret and goes in through some face: never to be found again but as ciphertext or as a hash. */
const planted = {
  passport: `C${word(8)}`,
  profilePassport: `P${word(8)}`,
  toolPassport: `T${word(8)}`,
  graphqlPassport: `G${word(8)}`,
  familyName: word(),
  firstName: word(),
  profileName: word(),
  toolName: word(),
  literalName: word(),
  email: `${word().toLowerCase()}@example.com`,
  accountEmail: `${word().toLowerCase()}@example.com`,
  filename: `${word()}.jpg`,
  wrongField: word(),
  wrongJson: word(),
  wrongQuery: word(),
  wrongPath: word(),
  wrongKey: `svc_agent_${word(20)}`,
  wrongToken: `gst_${word(20)}`,
  idempotencyKey: `idem-${word()}`,
  image: word(40),
};

async function filesBelow(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

it('what is personal or secret is found in no log, answer to others, delivery or file, once it is in', {
  timeout: 240_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'canary-'));
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    let body = JSON.stringify(request.headers);
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push(body);
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const callback_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const service = await startProcess({
    dataDir,
    env: { LOG_LEVEL: 'debug', ALLOW_PRIVATE_CALLBACKS: 'true', FILING_HOLD_SECONDS: '0', SANDBOX_PACE_SECONDS: '0' },
  });
  const { api } = service;
  const secrets: Record<string, string> = { ...planted };
  const refusals: ApiAnswer[] = [];
  const must = (answer: ApiAnswer): ApiAnswer => {
    if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
    return answer;
  };
  try {
    const { data: issued } = must(
      await api.post('/keys', { email: planted.accountEmail }, { idempotencyKey: planted.idempotencyKey }),
    );
    const key: string = issued.api_key;
    secrets.apiKey = key;
    const guest = must(await api.post('/checkout', { visa_type: 'ESTA', email: planted.email })).data;
    secrets.guestToken = guest.guest_token;
    const order = must(await api.post('/checkout', { visa_type: 'ESTA', email: planted.email }, { key })).data;
    const [application_id] = order.application_ids;
    const hook = await api.post('/webhook', { application_id, callback_url }, { key });
    secrets.signingSecret = must(hook).data.signing_secret;
    must(await api.post(`/sandbox/payments/${order.payment_session_id}`, {}));

    must(
      await api.post('/profiles', { firstName: planted.profileName, passportNumber: planted.profilePassport }, { key }),
    );
    must(
      await api.graphql(
        `mutation { createProfile(input: { firstName: "${planted.literalName}" }) { id } }`,
        {},
        { key },
      ),
    );
    await api.send(
      'POST',
      '/graphql',
      { documentId: 'CreateProfile', variables: { passportNumber: planted.graphqlPassport } },
      { key },
    );
    await sendModern(
      service,
      'tools/call',
      { name: 'create_profile', arguments: { firstName: planted.toolName, passportNumber: planted.toolPassport } },
      { key },
    );

    const files: Record<string, string> = {};
    for (const [field, kind] of [
      ['passport_bio_page_url', 'passport_bio_page'],
      ['applicant_photo_url', 'applicant_photo'],
    ] as const) {
      const file = await (kind === 'passport_bio_page' ? passportPage() : facePhoto());
      files[field] = must(
        await api.post('/documents', uploadBody({ ...file, filename: planted.filename }, { kind }), { key }),
      ).data.url;
    }
    const form_data = completeForm('ESTA', {
      ...files,
      passport_number: planted.passport,
      family_name: planted.familyName,
      first_name: planted.firstName,
      email: planted.email,
    });
    must(
      await api.post('/validate', { visa_type: 'ESTA', form_data }, { key, idempotencyKey: planted.idempotencyKey }),
    );
    must(
      await api.post(
        '/apply',
        { visa_type: 'ESTA', payment_session_id: order.payment_session_id, form_data },
        { key, idempotencyKey: planted.idempotencyKey },
      ),
    );
    must(await api.post(`/sandbox/applications/${application_id}/advance`, { to: 'APPROVED' }, { key }));
    must(await api.get(`/status/${guest.application_ids[0]}`, { guestToken: guest.guest_token }));

    // Everything that is refused: what was sent does not come back.
    const wrong = `${planted.wrongField}!`;
    refusals.push(
      await api.post('/checkout', { visa_type: 'ESTA', email: wrong, currency: wrong, [planted.wrongField]: 1 }),
      await api.post('/apply', { visa_type: wrong, payment_session_id: wrong, form_data: { passport_number: wrong } }),
      await api.post('/profiles', { passportNumber: wrong, nationality: wrong, email: wrong }, { key }),
      await api.post('/eligibility', { nationality: wrong, destination: wrong }),
      await api.post('/checkout', `{"visa_type":"${planted.wrongJson}`),
      await api.get('/payment-status', { query: { payment_session_id: planted.wrongQuery } }),
      await api.get(`/status/${planted.wrongPath}`, { guestToken: planted.wrongToken }),
      await api.get('/me', { key: planted.wrongKey }),
      await api.get(`/${planted.wrongPath}/x?guest_token=${planted.wrongToken}`),
      await api.post('/ocr', { imageBase64: Buffer.from(planted.image).toString('base64') }),
      await api.post('/documents', {
        filename: planted.filename,
        mime: 'image/jpeg',
        base64: planted.image,
        guest_token: planted.wrongToken,
      }),
      await api.graphql(`{ me(key: "${planted.wrongField}") { id } }`, { [planted.wrongField]: wrong }, { key }),
      await api.post(
        '/validate',
        { visa_type: 'ESTA', form_data: { sex: wrong, date_of_birth: wrong } },
        { headers: { prefer: 'handling=strict' } },
      ),
    );
    const tool = await sendModern(service, 'tools/call', {
      name: 'check_eligibility',
      arguments: { nationality: wrong, destination: wrong },
    });
    const deliveries = async () => (await api.get(`/webhooks/${hook.data.webhook_id}/deliveries`, { key })).text;
    for (let tries = 0; received.length < 3 && tries < 200; tries += 1) await delay(50);
    expect(received.length).toBeGreaterThanOrEqual(3);
    const { webhook_id: _id, ...others } = JSON.parse(await deliveries()).data;
    await service.kill();

    const found: string[] = [];
    const look = (where: string, text: string | Buffer, names = Object.keys(secrets)) => {
      const bytes = Buffer.isBuffer(text) ? text : Buffer.from(text);
      for (const name of names) {
        const value = secrets[name]!;
        for (const shape of [
          value,
          Buffer.from(value).toString('base64').slice(0, -4),
          Buffer.from(value).toString('hex'),
        ]) {
          if (shape.length >= 8 && bytes.includes(shape)) found.push(`${name} in ${where}`);
        }
      }
    };
    const log = service.log();
    expect(log.split('\n').length).toBeGreaterThan(30);
    look('the log', log);
    // A name of a field that is a plain word is told back, so that a typo can be mended.
    const inAnswers = Object.keys(secrets).filter((name) => name !== 'wrongField');
    for (const refusal of refusals) {
      expect(refusal.status === 200 ? refusal.body.errors : refusal.error, refusal.text).toBeTruthy();
      look('an error', refusal.text, inAnswers);
      expect(refusal.text).not.toContain(wrong);
    }
    look('a tool error', JSON.stringify(tool.body));
    look('a delivery', received.join('\n'));
    look('the delivery records', JSON.stringify(others));
    let seen = 0;
    for (const file of await filesBelow(dataDir)) {
      const bytes = await readFile(file);
      look(file.slice(dataDir.length), bytes);
      if (bytes.includes(application_id)) seen += 1;
    }
    // What is not secret is found: the search sees what the engine wrote.
    expect(seen).toBeGreaterThan(0);

    // What the engine compresses is looked at as it is read.
    const { database } = readConfig({ DATA_DIR: dataDir });
    const { db, close } = await openStore(database);
    try {
      const tables = rowsOf<{ name: string }>(
        await db.execute(sql`select tablename as name from pg_tables where schemaname = 'public'`),
      );
      let rows = 0;
      for (const { name } of tables) {
        for (const row of rowsOf<Record<string, unknown>>(
          await db.execute(sql`select * from ${sql.identifier(name)}`),
        )) {
          rows += 1;
          for (const [column, value] of Object.entries(row)) {
            look(`${name}.${column}`, value instanceof Uint8Array ? Buffer.from(value) : JSON.stringify(value ?? ''));
          }
        }
      }
      expect(rows).toBeGreaterThan(20);
    } finally {
      await close();
    }
    expect(found).toEqual([]);
  } finally {
    await service.kill();
    receiver.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
