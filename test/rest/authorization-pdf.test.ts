import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { seedOrder } from '../support/seed.ts';
import { startService } from '../support/service.ts';

const service = await startService({ config: { filingHoldSeconds: { live: 0, sandbox: 0 } } });
const { api } = service;

async function approved(key?: string) {
  const order = await (await (await seedOrder(service, key ? { key } : {})).pay()).submit();
  await order.advance('APPROVED');
  return order;
}

async function download(url: string, key?: string) {
  const response = await fetch(url, {
    headers: { 'x-agent-friendly': 'true', ...(key && { authorization: `Bearer ${key}` }) },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

const pathOf = (id: string) => `${api.url}/api/v1/agent/applications/${id}/authorization.pdf`;

/** The text of a PDF: what its content streams show. */
async function textOf(bytes: Buffer): Promise<string> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const { inflateSync } = await import('node:zlib');
  const streams = pdf.context.enumerateIndirectObjects().flatMap(([, object]) => {
    const contents = (object as { getContents?: () => Uint8Array }).getContents?.();
    if (!contents) return [];
    try {
      return [inflateSync(contents).toString('latin1')];
    } catch {
      return [];
    }
  });
  // Each line of text is a list of hexadecimal pieces.
  return streams
    .flatMap((stream) => [...stream.matchAll(/\[([^\]]*)\] TJ/g)])
    .map(([, pieces]) =>
      [...pieces!.matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1')).join(''),
    )
    .join('\n');
}

describe('200', () => {
  it('is a PDF that names the authorization, at the address that the status gives', async () => {
    const key = await service.newKey();
    const order = await approved(key);
    const { authorization } = (await api.get(`/status/${order.applicationId}`, { key })).data;
    expect(authorization.document_url).toBe(pathOf(order.applicationId));
    const file = await download(authorization.document_url, key);
    expect(file.status).toBe(200);
    expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const text = await textOf(file.bytes);
    for (const part of [
      authorization.number,
      authorization.valid_until,
      'C01X00T47',
      'United States',
      'Germany',
      'SANDBOX',
      'not by a government',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('is the same file every time', async () => {
    const key = await service.newKey();
    const { applicationId } = await approved(key);
    const [one, two] = [await download(pathOf(applicationId), key), await download(pathOf(applicationId), key)];
    expect(one.bytes.equals(two.bytes)).toBe(true);
  });

  it('is for saving, kept by nobody on the way, and runs nothing', async () => {
    const key = await service.newKey();
    const { applicationId } = await approved(key);
    const { headers } = await download(pathOf(applicationId), key);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="authorization-${applicationId}.pdf"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  });

  it('is for a guest with the token of the order', async () => {
    const order = await approved();
    const file = await download(`${pathOf(order.applicationId)}?guest_token=${order.guestToken}`);
    expect(file.status).toBe(200);
  });
});

describe('404', () => {
  it('hides it from everybody else, and while nothing was granted', async () => {
    const key = await service.newKey();
    const { applicationId } = await approved(key);
    const guest = await seedOrder(service);
    const pending = await (await (await seedOrder(service, { key })).pay()).submit();
    const answers = await Promise.all([
      download(pathOf(applicationId)),
      download(pathOf(applicationId), await service.newKey()),
      download(`${pathOf(applicationId)}?guest_token=${guest.guestToken}`),
      download(`${pathOf(applicationId)}?guest_token=gst_unknown`),
      download(pathOf(pending.applicationId), key),
      download(pathOf(`app_${'0'.repeat(26)}`), key),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(404));
  });

  it('hides it when an authorization was denied', async () => {
    const key = await service.newKey();
    const order = await (await (await seedOrder(service, { key })).pay()).submit();
    await order.advance('DENIED');
    expect((await download(pathOf(order.applicationId), key)).status).toBe(404);
  });
});

describe('410', () => {
  it('ends with the guest token', async () => {
    const order = await approved();
    service.clock.advance(31 * 24 * 3600);
    expect((await download(`${pathOf(order.applicationId)}?guest_token=${order.guestToken}`)).status).toBe(410);
  });
});
