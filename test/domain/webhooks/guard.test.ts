import { readFileSync } from 'node:fs';
import { connect, type LookupFunction } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Dial } from '../../../src/gateways/webhook-sender/guarded-connector.ts';
import { createWebhookSender } from '../../../src/gateways/webhook-sender/webhook-sender.ts';
import { startReceiver } from './receiver.ts';

/** One URL, what its host resolves to time after time, and what a guard must say. */
interface Case {
  id: string;
  category: string;
  verdict: 'allow' | 'block';
  url: string;
  why: string;
  dns?: Record<string, string[][]>;
  at?: 'connect' | 'redirect';
  redirects?: { status: number; location: string }[];
}

const corpus: { cases: Case[] } = JSON.parse(readFileSync(new URL('./ssrf-sample.json', import.meta.url), 'utf8'));

// Stands for whatever public receiver a case names: no test calls strangers.
const receiver = await startReceiver();
const receiverPort = Number(new URL(receiver.url).port);

beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer(204);
});

/** A sender whose name servers are a case's, and whose connections end at the receiver, whatever address they were for. */
function senderFor({ dns = {} }: Pick<Case, 'dns'>, allowsLoopback = false) {
  const asked = new Map<string, number>();
  const dialed: string[] = [];
  const resolve = async (hostname: string): Promise<string[]> => {
    const answers = dns[hostname];
    if (!answers) throw Object.assign(new Error(), { code: 'ENOTFOUND' });
    const turn = asked.get(hostname) ?? 0;
    asked.set(hostname, turn + 1);
    return answers[Math.min(turn, answers.length - 1)]!;
  };
  const dial: Dial = (lookup: LookupFunction) => (target, callback) => {
    const open = (address: string) => {
      dialed.push(address);
      const socket = connect(receiverPort, '127.0.0.1');
      // The network is not there: the connection says that it is to whom it was made for.
      Object.defineProperty(socket, 'remoteAddress', { value: address });
      socket.once('connect', () => callback(null, socket)).once('error', (error) => callback(error, null));
    };
    const host = target.hostname.replace(/^\[|\]$/g, '');
    if (/^[\d.]+$|:/.test(host)) return open(host);
    lookup(host, { all: true }, (error, found) => {
      if (error) callback(error, null);
      else open((found as { address: string }[])[0]!.address);
    });
  };
  return { sender: createWebhookSender({ allowsLoopback, resolve, dial, attemptMs: 5_000 }), dialed };
}

const post = (url: string) => ({ url, headers: { 'webhook-id': 'evt_1' }, body: '{}' });

describe('the corpus of forged requests', () => {
  it('is whole', () => {
    expect(corpus.cases).toHaveLength(126);
  });

  describe.each(corpus.cases.filter(({ at }) => at === undefined))('$id $category: $why', (entry) => {
    it(`is ${entry.verdict === 'allow' ? 'taken' : 'refused'} at registration`, async () => {
      const { sender, dialed } = senderFor(entry);
      const problem = await sender.inspect(entry.url);
      if (entry.verdict === 'allow') expect(problem).toBeNull();
      else expect(problem).toEqual(expect.any(String));
      expect(dialed).toEqual([]);
    });

    it(`is ${entry.verdict === 'allow' ? 'called' : 'not connected to'} at delivery`, async () => {
      const { sender, dialed } = senderFor(entry);
      const outcome = await sender.send(post(entry.url));
      if (entry.verdict === 'allow') {
        expect(outcome).toMatchObject({ responseStatus: 204, error: null });
        expect(dialed).toHaveLength(1);
      } else {
        expect(outcome).toMatchObject({ responseStatus: null, error: expect.stringMatching(/^(ADDRESS|URL)$/) });
        expect([dialed, receiver.received]).toEqual([[], []]);
      }
      await sender.close();
    });
  });

  it.each(corpus.cases.filter(({ at }) => at === 'connect'))(
    '$id: $why is refused when it is connected to',
    async (entry) => {
      const { sender, dialed } = senderFor(entry);
      const answers = Object.values(entry.dns!)[0]!;
      expect(await sender.inspect(entry.url)).toBeNull();
      for (let turn = 1; turn < answers.length - 1; turn += 1) {
        // Every delivery on a connection of its own.
        receiver.answer({ status: 204, headers: { connection: 'close' } });
        expect(await sender.send(post(entry.url))).toMatchObject({ responseStatus: 204 });
      }
      dialed.length = 0;
      expect(await sender.send(post(entry.url))).toMatchObject({ responseStatus: null, error: 'ADDRESS' });
      expect(dialed).toEqual([]);
      await sender.close();
    },
  );

  it.each(corpus.cases.filter(({ at }) => at === 'redirect'))('$id: $why', async (entry) => {
    const { sender } = senderFor(entry);
    expect(await sender.inspect(entry.url)).toBeNull();
    const [{ status, location }] = entry.redirects as [{ status: number; location: string }];
    receiver.answer({ status, headers: { location } });
    expect(await sender.send(post(entry.url))).toMatchObject({ responseStatus: status, error: null });
    expect(receiver.received).toHaveLength(1);
    await sender.close();
  });
});

describe('an address that was connected to', () => {
  it('is looked at once more: a connection that went elsewhere than the look-up said carries nothing', async () => {
    const dial: Dial = () => (_target, callback) => {
      const socket = connect(receiverPort, '127.0.0.1');
      socket.once('connect', () => callback(null, socket));
    };
    const sender = createWebhookSender({ allowsLoopback: false, resolve: async () => ['93.184.215.14'], dial });
    expect(await sender.send(post('https://example.com/'))).toMatchObject({ responseStatus: null, error: 'ADDRESS' });
    expect(receiver.received).toEqual([]);
    await sender.close();
  });
});

describe('where callbacks to this machine are allowed', () => {
  const private1 = {
    dns: { 'inside.test': [['10.0.0.5']], localhost: [['127.0.0.1', '::1']], 'outside.test': [['93.184.215.14']] },
  };

  it('http and https to loopback are', async () => {
    const { sender } = senderFor(private1, true);
    for (const url of [
      'http://127.0.0.1:9000/',
      'http://[::1]:9000/',
      'https://localhost/',
      'http://localhost:9000/x',
    ]) {
      expect(await sender.inspect(url)).toBeNull();
    }
    expect(await sender.send(post(receiver.url))).toMatchObject({ responseStatus: 204 });
    await sender.close();
  });

  it.each([
    ['http to the outside', 'http://outside.test/', 'ADDRESS'],
    ['a private network', 'https://inside.test/', 'ADDRESS'],
    ['the metadata of a cloud', 'https://169.254.169.254/', 'ADDRESS'],
    ['credentials', 'http://a:b@127.0.0.1/', 'CREDENTIALS'],
    ['an unsafe port', 'http://127.0.0.1:25/', 'PORT'],
    ['another scheme', 'ftp://127.0.0.1/', 'SCHEME'],
  ])('%s stays refused', async (_what, url, problem) => {
    const { sender, dialed } = senderFor(private1, true);
    expect(await sender.inspect(url)).toBe(problem);
    expect((await sender.send(post(url))).responseStatus).toBeNull();
    expect(dialed).toEqual([]);
    await sender.close();
  });
});

describe('a callback URL', () => {
  it.each([
    ['with white space', 'https://example.com/ x'],
    ['with a control character', 'https://example.com/\u0000'],
    ['with a backslash', 'https://example.com\\@127.0.0.1/'],
    ['without a scheme', '//example.com/'],
    ['longer than 2,048 characters', `https://example.com/${'x'.repeat(2_040)}`],
  ])('%s is refused', async (_what, url) => {
    const { sender } = senderFor({ dns: { 'example.com': [['93.184.215.14']] } });
    expect(await sender.inspect(url)).toBe('INVALID_URL');
  });

  it('whose host has no address is refused, and told as a failure of DNS when it is called', async () => {
    const { sender } = senderFor({});
    expect(await sender.inspect('https://nowhere.test/')).toBe('ADDRESS');
    expect(await sender.send(post('https://nowhere.test/'))).toMatchObject({ responseStatus: null, error: 'DNS' });
  });
});
