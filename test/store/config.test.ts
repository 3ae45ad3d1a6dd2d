import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.ts';

const key = () => randomBytes(32).toString('base64');
const live = {
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  BASE_URL: 'https://visa.example',
  DATA_KEY: key(),
};

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('the configuration', () => {
  it('is the sandbox on the embedded database when nothing is set', () => {
    expect(readConfig({})).toEqual({
      listen: { host: '127.0.0.1', port: 3000 },
      baseUrl: 'http://localhost:3000',
      dataDir: resolve('.data'),
      database: { kind: 'embedded', dir: resolve('.data/database') },
      counters: { kind: 'own' },
      dataKeys: { kind: 'generated', dir: resolve('.data') },
      payments: { kind: 'sandbox' },
      files: { kind: 'disk', dir: resolve('.data/files') },
      passportReader: { kind: 'local' },
      trustedProxies: [],
      limits: { publicPerMinute: 30, guestPerMinute: 30, keyPerMinute: 60 },
      filingHoldSeconds: { live: 900, sandbox: 30 },
      sandboxPaceSeconds: 5,
      allowPrivateCallbacks: false,
      exchangeRates: { kind: 'embedded' },
      assistantPromoCode: null,
      logLevel: 'info',
    });
  });

  it('takes every variable', () => {
    const old = key();
    const config = readConfig({
      ...live,
      HOST: '0.0.0.0',
      PORT: '8080',
      DATA_DIR: '/var/lib/visa',
      DATABASE_URL: 'postgres://db/visa',
      REDIS_URL: 'redis://cache:6379',
      DATA_KEYS_OLD: ` ${old} , ${key()}`,
      STRIPE_API_BASE: 'http://127.0.0.1:4242',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      RATE_LIMIT_PUBLIC: '0',
      RATE_LIMIT_GUEST: '7',
      RATE_LIMIT_KEY: '600',
      FILING_HOLD_SECONDS: '0',
      SANDBOX_PACE_SECONDS: '0',
      ALLOW_PRIVATE_CALLBACKS: 'true',
      EXCHANGE_RATES_URL: 'https://rates.example/daily.xml',
      ASSISTANT_PROMO_CODE: 'HELLO',
      FILES_S3_URL: 'https://s3.example/bucket',
      PASSPORT_READER: 'textract',
      TEXTRACT_REGION: 'eu-west-1',
      TEXTRACT_ENDPOINT: 'http://127.0.0.1:4243',
      LOG_LEVEL: 'debug',
    });
    expect(config).toMatchObject({
      listen: { host: '0.0.0.0', port: 8080 },
      baseUrl: 'https://visa.example',
      database: { kind: 'postgres', url: 'postgres://db/visa' },
      counters: { kind: 'redis', url: 'redis://cache:6379' },
      payments: { kind: 'stripe', secretKey: 'sk_live_x', webhookSecret: 'whsec_x', apiBase: 'http://127.0.0.1:4242' },
      files: { kind: 's3', url: 'https://s3.example/bucket' },
      passportReader: { kind: 'textract', region: 'eu-west-1', endpoint: 'http://127.0.0.1:4243' },
      trustedProxies: ['10.0.0.0/8', '::1'],
      limits: { publicPerMinute: 0, guestPerMinute: 7, keyPerMinute: 600 },
      filingHoldSeconds: { live: 0, sandbox: 0 },
      sandboxPaceSeconds: 0,
      allowPrivateCallbacks: true,
      exchangeRates: { kind: 'url', url: 'https://rates.example/daily.xml' },
      assistantPromoCode: 'HELLO',
      logLevel: 'debug',
    });
    expect(config.dataKeys).toMatchObject({ kind: 'given', keys: { length: 3 } });
    expect(config.dataKeys.kind === 'given' && config.dataKeys.keys[1]).toEqual(Buffer.from(old, 'base64'));
  });

  it('reads an empty variable as one that is not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', DATA_KEY: '', STRIPE_SECRET_KEY: '' })).toEqual(readConfig({}));
  });

  it('derives the base URL from the port and drops a slash at its end', () => {
    expect(readConfig({ PORT: '4000' }).baseUrl).toBe('http://localhost:4000');
    expect(readConfig({ BASE_URL: 'https://visa.example/' }).baseUrl).toBe('https://visa.example');
  });

  it('names everything wrong at once and quotes no value', () => {
    const secret = 'not-a-key-but-still-secret';
    const problems = problemsOf({
      PORT: '99999',
      BASE_URL: 'visa.example',
      DATABASE_URL: 'mysql://db',
      DATA_KEY: secret,
      TRUST_PROXY: 'everybody',
      RATE_LIMIT_KEY: '-1',
      ALLOW_PRIVATE_CALLBACKS: 'perhaps',
      LOG_LEVEL: 'loud',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
    });
    const names = problems.map((problem) => problem.split(' ')[0]).sort();
    expect(names).toEqual([
      'ALLOW_PRIVATE_CALLBACKS',
      'BASE_URL',
      'DATABASE_URL',
      'DATA_KEY',
      'LOG_LEVEL',
      'PORT',
      'RATE_LIMIT_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'TRUST_PROXY',
    ]);
    expect(problems.join()).not.toContain(secret);
  });

  it('refuses live payments without all that live needs, in one list', () => {
    const problems = problemsOf({ STRIPE_SECRET_KEY: 'sk_live_x' });
    expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual([
      'BASE_URL',
      'DATA_KEY',
      'STRIPE_WEBHOOK_SECRET',
    ]);
    expect(problemsOf(live)).toEqual([]);
  });

  it('refuses a live base URL without encryption, except on this machine', () => {
    expect(problemsOf({ ...live, BASE_URL: 'http://visa.example' })).toEqual([expect.stringContaining('https://')]);
    expect(problemsOf({ ...live, BASE_URL: 'http://127.0.0.1:3000' })).toEqual([]);
  });

  it.each([
    ['a reader that it does not know', { PASSPORT_READER: 'crystal-ball' }, 'PASSPORT_READER'],
    ['Textract in no region', { PASSPORT_READER: 'textract' }, 'TEXTRACT_REGION'],
    ['a region for the local reader', { TEXTRACT_REGION: 'eu-west-1' }, 'TEXTRACT_REGION'],
  ])('refuses %s', (_what, env, name) => {
    expect(problemsOf(env).map((problem) => problem.split(' ')[0])).toEqual([name]);
  });

  it('refuses old keys without a current one', () => {
    expect(problemsOf({ DATA_KEYS_OLD: key() })).toContain('DATA_KEYS_OLD is set but DATA_KEY is not');
  });
});
