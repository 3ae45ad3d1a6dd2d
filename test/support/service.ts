import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { type Config, readConfig } from '../../src/config.ts';
import { getSchema } from '../../src/graphql/schema.ts';
import type { Log } from '../../src/kernel/log.ts';
import type { Documents } from '../../src/projections/document.ts';
import { loadDocuments, readDocuments } from '../../src/projections/documents.ts';
import { createOpenapi } from '../../src/projections/openapi/openapi.ts';
import { createService, type Overrides, type Service } from '../../src/service.ts';
import { atTheEnd } from './at-the-end.ts';
import { type ApiClient, apiClient } from './client.ts';
import { type TestClock, testClock } from './clock.ts';
import { conformanceOf } from './conformance.ts';
import { testDatabase } from './database.ts';

const mappings = fileURLToPath(new URL('../../rest-mappings', import.meta.url));

/** A log that says nothing. */
export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A log that says only what must not happen, whole. */
const alarmingLog: Log = {
  ...silentLog,
  error: (event, { error, ...facts } = {}) =>
    process.stderr.write(`${event} ${JSON.stringify(facts)} ${error instanceof Error ? inspect(error) : ''}\n`),
};

let loaded: Documents | undefined;

/** The documents of the service, checked and compiled once for all services of the tests. */
function persistedDocuments(): Documents {
  loaded ??= loadDocuments(getSchema(), readDocuments(mappings));
  return loaded;
}

/** A running service and the means to use it. */
export interface TestService {
  api: ApiClient;
  /** Stands still until the test moves it. */
  clock: TestClock;
  service: Service;
  /** Runs all jobs until nothing is due. */
  work(): Promise<void>;
  /** Issues a sandbox key over REST and returns it. */
  newKey(): Promise<string>;
  close(): Promise<void>;
}

/** What a test can decide. */
export interface TestServiceOptions {
  clock?: TestClock;
  /** Changes to the configuration; by default a sandbox without limits whose simulated authority waits to be asked. */
  config?: Partial<Config>;
  /** In place of what the configuration would give. */
  overrides?: Overrides;
}

/**
 * Starts the whole service in this process, on a fresh database and a port of its own. Called in a test it ends with the
 * test, called outside with the file.
 */
export async function startService(options: TestServiceOptions = {}): Promise<TestService> {
  const clock = options.clock ?? testClock();
  const dataDir = await mkdtemp(join(tmpdir(), 'service-'));
  const store = options.overrides?.store ?? (await testDatabase());
  const port = createServer();
  await new Promise<void>((resolve) => port.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(port.address() as AddressInfo).port}`;
  const defaults = readConfig({
    BASE_URL: url,
    DATA_DIR: dataDir,
    DATA_KEY: randomBytes(32).toString('base64'),
    RATE_LIMIT_PUBLIC: '0',
    RATE_LIMIT_GUEST: '0',
    RATE_LIMIT_KEY: '0',
    SANDBOX_PACE_SECONDS: '0',
    ALLOW_PRIVATE_CALLBACKS: 'true',
  });
  const service = await createService(
    { ...defaults, ...options.config },
    {
      realClock: clock,
      log: alarmingLog,
      // Reading a passport takes a second; a test that is about it brings its own reader.
      zoneReader: undefined,
      documents: persistedDocuments(),
      ...options.overrides,
      store,
    },
  );
  port.on('request', service.handle);
  const openapi = createOpenapi(service.documents, getSchema(), url);
  const api = apiClient(url, conformanceOf(openapi));
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= (async () => {
      port.closeAllConnections();
      await new Promise((resolve) => port.close(resolve));
      await service.close();
      await rm(dataDir, { recursive: true, force: true });
    })();
    return closed;
  };
  atTheEnd(close);
  return {
    api,
    clock,
    service,
    work: service.work,
    close,
    newKey: async () => {
      const answer = await api.post('/keys', {});
      if (answer.status !== 201) throw new Error(`no key: ${answer.text}`);
      return answer.data.api_key as string;
    },
  };
}
