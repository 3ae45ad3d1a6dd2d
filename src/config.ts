import { isIP } from 'node:net';
import { join, resolve } from 'node:path';

/** How much is written to the log. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Everything that a deployment decides. Optional integrations are unions, so that none is half configured. */
export interface Config {
  /** Where the service listens; port 0 lets the system choose. */
  listen: { host: string; port: number };
  /** `{base_url}` in links, without a slash at the end. */
  baseUrl: string;
  /** Absolute path of what is kept on disk. */
  dataDir: string;
  database: { kind: 'embedded'; dir: string } | { kind: 'postgres'; url: string };
  /** Where the counters of the limits are: with the database's own means, or in Redis. */
  counters: { kind: 'own' } | { kind: 'redis'; url: string };
  /** The keys of encryption at rest; the first of the given ones seals, all open. */
  dataKeys: { kind: 'generated'; dir: string } | { kind: 'given'; keys: readonly [Buffer, ...Buffer[]] };
  /** Live payments, or the built-in provider alone. `apiBase` replaces Stripe's address, for tests. */
  payments: { kind: 'sandbox' } | { kind: 'stripe'; secretKey: string; webhookSecret: string; apiBase: string | null };
  files: { kind: 'disk'; dir: string } | { kind: 's3'; url: string };
  /** Who reads passports. Amazon takes its credentials from the AWS environment; `endpoint` replaces its address, for tests. */
  passportReader: { kind: 'local' } | { kind: 'textract'; region: string; endpoint: string | null };
  /** Addresses and CIDR ranges whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[];
  /** Requests a minute; 0 is off. */
  limits: { publicPerMinute: number; guestPerMinute: number; keyPerMinute: number };
  filingHoldSeconds: { live: number; sandbox: number };
  /** Seconds between the simulated authority's steps; 0 waits for `advance`. */
  sandboxPaceSeconds: number;
  allowPrivateCallbacks: boolean;
  exchangeRates: { kind: 'embedded' } | { kind: 'url'; url: string };
  assistantPromoCode: string | null;
  logLevel: LogLevel;
}

/** A configuration that cannot be used: every problem of it in one message. Values are never quoted, they may be secret. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(['The configuration cannot be used:', ...problems.map((problem) => `  - ${problem}`)].join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;
const logLevels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];
const dataKeyBytes = 32;

/**
 * Reads the configuration from the environment. Pure: touches no file and no network. Throws one ConfigError that lists
 * everything wrong. An empty variable counts as not set.
 */
export function readConfig(env: Environment): Config {
  const problems: string[] = [];
  const { text, whole, flag, url, list, oneOf } = readers(env, problems);

  const port = whole('PORT', 3000, 65_535);
  const dataDir = resolve(text('DATA_DIR') ?? '.data');
  const givenBaseUrl = url('BASE_URL', ['http:', 'https:']);
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const redisUrl = url('REDIS_URL', ['redis:', 'rediss:']);
  const filesUrl = url('FILES_S3_URL', ['s3:', 'http:', 'https:']);
  const ratesUrl = url('EXCHANGE_RATES_URL', ['http:', 'https:']);
  const hold = text('FILING_HOLD_SECONDS') === undefined ? undefined : whole('FILING_HOLD_SECONDS', 0);
  const keys =
    list('DATA_KEY').concat(list('DATA_KEYS_OLD')).length > 0 ? readDataKeys(text, list, problems) : undefined;
  const payments = readPayments(text, url, problems);
  const passportReader = readPassportReader(text, url, oneOf, problems);

  if (payments.kind === 'stripe') {
    const needed = {
      BASE_URL: 'links and payment pages would point at this machine',
      DATA_KEY: 'live data needs a key that outlives the machine',
    };
    for (const [name, why] of Object.entries(needed)) {
      if (text(name) === undefined) problems.push(`${name} must be set for live payments: ${why}`);
    }
    if (givenBaseUrl?.startsWith('http:') && !isLoopback(givenBaseUrl)) {
      problems.push('BASE_URL must begin with https:// for live payments');
    }
  }
  for (const proxy of list('TRUST_PROXY')) {
    if (!isAddressOrRange(proxy)) problems.push('TRUST_PROXY must be IP addresses or CIDR ranges, separated by commas');
  }

  const config: Config = {
    listen: { host: text('HOST') ?? '127.0.0.1', port },
    baseUrl: (givenBaseUrl ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    dataDir,
    database: databaseUrl
      ? { kind: 'postgres', url: databaseUrl }
      : { kind: 'embedded', dir: join(dataDir, 'database') },
    counters: redisUrl ? { kind: 'redis', url: redisUrl } : { kind: 'own' },
    dataKeys: keys ? { kind: 'given', keys } : { kind: 'generated', dir: dataDir },
    payments,
    files: filesUrl ? { kind: 's3', url: filesUrl } : { kind: 'disk', dir: join(dataDir, 'files') },
    passportReader,
    trustedProxies: list('TRUST_PROXY'),
    limits: {
      publicPerMinute: whole('RATE_LIMIT_PUBLIC', 30),
      guestPerMinute: whole('RATE_LIMIT_GUEST', 30),
      keyPerMinute: whole('RATE_LIMIT_KEY', 60),
    },
    filingHoldSeconds: { live: hold ?? 900, sandbox: hold ?? 30 },
    sandboxPaceSeconds: whole('SANDBOX_PACE_SECONDS', 5),
    allowPrivateCallbacks: flag('ALLOW_PRIVATE_CALLBACKS'),
    exchangeRates: ratesUrl ? { kind: 'url', url: ratesUrl } : { kind: 'embedded' },
    assistantPromoCode: text('ASSISTANT_PROMO_CODE') ?? null,
    logLevel: oneOf('LOG_LEVEL', logLevels, 'info'),
  };
  if (problems.length > 0) throw new ConfigError([...new Set(problems)]);
  return config;
}

type Readers = ReturnType<typeof readers>;

function readers(env: Environment, problems: string[]) {
  const text = (name: string) => env[name]?.trim() || undefined;
  const list = (name: string) =>
    (text(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
  const whole = (name: string, fallback: number, max = 1_000_000_000): number => {
    const given = text(name);
    if (given === undefined) return fallback;
    if (/^\d+$/.test(given) && Number(given) <= max) return Number(given);
    problems.push(`${name} must be a whole number from 0 to ${max}`);
    return fallback;
  };
  const flag = (name: string): boolean => {
    const given = text(name)?.toLowerCase();
    if (given !== undefined && !['true', 'false', '1', '0'].includes(given))
      problems.push(`${name} must be true or false`);
    return given === 'true' || given === '1';
  };
  const url = (name: string, protocols: readonly string[]): string | undefined => {
    const given = text(name);
    if (given === undefined) return undefined;
    if (URL.canParse(given) && protocols.includes(new URL(given).protocol)) return given;
    problems.push(
      `${name} must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );
    return undefined;
  };
  const oneOf = <Value extends string>(name: string, values: readonly Value[], fallback: Value): Value => {
    const given = text(name);
    const found = values.find((value) => value === given?.toLowerCase());
    if (given !== undefined && !found) problems.push(`${name} must be one of ${values.join(', ')}`);
    return found ?? fallback;
  };
  return { text, list, whole, flag, url, oneOf };
}

function readPayments(text: Readers['text'], url: Readers['url'], problems: string[]): Config['payments'] {
  const secretKey = text('STRIPE_SECRET_KEY');
  const webhookSecret = text('STRIPE_WEBHOOK_SECRET');
  const apiBase = url('STRIPE_API_BASE', ['http:', 'https:']) ?? null;
  if (!secretKey) {
    for (const name of ['STRIPE_WEBHOOK_SECRET', 'STRIPE_API_BASE']) {
      if (text(name)) problems.push(`${name} is set but STRIPE_SECRET_KEY is not: live payments need both`);
    }
    return { kind: 'sandbox' };
  }
  if (!webhookSecret) {
    problems.push('STRIPE_WEBHOOK_SECRET must be set for live payments: without it no payment could be believed');
  }
  return { kind: 'stripe', secretKey, webhookSecret: webhookSecret ?? '', apiBase };
}

function readPassportReader(
  text: Readers['text'],
  url: Readers['url'],
  oneOf: Readers['oneOf'],
  problems: string[],
): Config['passportReader'] {
  const kind = oneOf('PASSPORT_READER', ['local', 'textract'], 'local');
  const region = text('TEXTRACT_REGION');
  const endpoint = url('TEXTRACT_ENDPOINT', ['http:', 'https:']) ?? null;
  if (kind === 'local') {
    for (const name of ['TEXTRACT_REGION', 'TEXTRACT_ENDPOINT']) {
      if (text(name)) problems.push(`${name} is set but PASSPORT_READER is not textract`);
    }
    return { kind };
  }
  if (!region)
    problems.push('TEXTRACT_REGION must be set to read passports with Textract: images are sent to that region');
  return { kind, region: region ?? '', endpoint };
}

function readDataKeys(
  text: Readers['text'],
  list: Readers['list'],
  problems: string[],
): readonly [Buffer, ...Buffer[]] {
  const decode = (name: string, value: string): Buffer => {
    const key = Buffer.from(value, 'base64');
    const clean = value.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
    if (key.length !== dataKeyBytes || key.toString('base64').replace(/=+$/, '') !== clean) {
      problems.push(`${name} must be ${dataKeyBytes} bytes in base64 (openssl rand -base64 ${dataKeyBytes})`);
    }
    return key;
  };
  const current = text('DATA_KEY');
  if (!current) problems.push('DATA_KEYS_OLD is set but DATA_KEY is not');
  return [decode('DATA_KEY', current ?? ''), ...list('DATA_KEYS_OLD').map((key) => decode('DATA_KEYS_OLD', key))];
}

function isLoopback(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

function isAddressOrRange(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
