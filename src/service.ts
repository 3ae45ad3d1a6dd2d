import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';
import { claimLiveKey } from './domain/checkout/claim-live-key.ts';
import { receiveNotice } from './domain/checkout/receive-notice.ts';
import { fileOwnership } from './domain/documents/file-ownership.ts';
import { keepDocuments } from './domain/documents/keep-documents.ts';
import { readContent } from './domain/documents/read-content.ts';
import { readUploadLink, redeemUploadLink } from './domain/documents/redeem-upload-link.ts';
import { createEventFeed } from './domain/events/event-feed.ts';
import { eventsChannel } from './domain/events/record-events.ts';
import { readAuthorization } from './domain/filing/read-authorization.ts';
import { readFilingFile } from './domain/filing/read-filing-form.ts';
import { releaseFilings } from './domain/filing/release-filings.ts';
import { releaseCalls } from './domain/idempotency/release-calls.ts';
import { runOnce } from './domain/idempotency/run-once.ts';
import { createKeyRing } from './domain/keys/authenticate.ts';
import { openLimits } from './domain/limits/spend-limit.ts';
import { ownsApplication } from './domain/orders/order.store.ts';
import { embeddedRates } from './domain/pricing/rates.ts';
import { listProducts } from './domain/products/catalog.ts';
import { productPages } from './domain/products/product-pages.ts';
import { fileCleanerWhenNeeded } from './gateways/file-cleaner/when-needed.ts';
import { openFileStore } from './gateways/file-store/open.ts';
import { openLivePayments } from './gateways/live-payments.ts';
import { openPassportReader } from './gateways/passport-reader/open.ts';
import { createPinoLog } from './gateways/pino-log.ts';
import { createSandboxPayments } from './gateways/sandbox-payments/sandbox-payments.ts';
import { createSimulatedAuthority } from './gateways/simulated-authority/simulated-authority.ts';
import { webhookSenderWhenNeeded } from './gateways/webhook-sender/when-needed.ts';
import type { Services } from './graphql/context.ts';
import { getSchema } from './graphql/schema.ts';
import { recognizeWith } from './http/door.ts';
import { graphqlRoutes, preloadGraphql } from './http/graphql-route.ts';
import { mcpRoutes } from './http/mcp-route.ts';
import { openapiRoute } from './http/openapi-route.ts';
import { authorizationPdfRoute } from './http/pages/authorization-pdf.ts';
import { checkoutPages } from './http/pages/checkout-pages.ts';
import { documentationPages } from './http/pages/docs.ts';
import { documentContentRoute } from './http/pages/document-content.ts';
import { filingFileRoute } from './http/pages/filing-file.ts';
import { guidedApplicationPages } from './http/pages/guided/guided-application.ts';
import { guidePages } from './http/pages/guides.ts';
import { llmsText } from './http/pages/llms-text.ts';
import { orderPages } from './http/pages/order-pages.ts';
import { requirementsPages } from './http/pages/requirements.ts';
import { sandboxPaymentPages } from './http/pages/sandbox-payment.ts';
import { stripeWebhookRoute } from './http/pages/stripe-webhook.ts';
import { uploadPageRoutes } from './http/pages/upload-page.ts';
import { wellKnownRoutes } from './http/pages/well-known.ts';
import { createHandler, type Route } from './http/routes.ts';
import { createSenderReader } from './http/sender.ts';
import { createHttpServer } from './http/server.ts';
import { streamRoutes } from './http/stream-route.ts';
import { systemClock } from './kernel/clock.ts';
import { createDirectory } from './projections/directory.ts';
import type { Documents } from './projections/document.ts';
import { loadDocuments, readDocuments } from './projections/documents.ts';
import type { Catalog } from './projections/mcp/catalog.ts';
import type { Engine } from './projections/perform.ts';
import { createEnvelope } from './projections/rest.ts';
import { generatedDataKey } from './store/data-key.ts';
import { openStore, type Store } from './store/open.ts';
import { createVault } from './store/vault.ts';
import { jobsOf } from './workers/jobs.ts';
import { createJobs } from './workers/run.ts';

const mappings = fileURLToPath(new URL('../rest-mappings', import.meta.url));
const graceSeconds = 20;
/** When what is not needed to answer begins: first come the requests that waited for the start. */
const jobsMilliseconds = 200;
const preloadMilliseconds = 500;

/** What one upload may take: the bounds of the contract, and two at a time on a small machine. */
const cleanerLimits = { maxPixels: 50_000_000, maxPages: 20, running: 2, waiting: 16, seconds: 10 };

/** What a test puts in place of what the configuration would give. */
export interface Overrides extends Partial<Services> {
  store?: Store;
  /** Documents in place of those in the folder of the service. */
  documents?: Documents;
  /** Further tools, prompts and resources of the tool server. */
  catalogs?: readonly Catalog[];
}

/** The whole service in one process. */
export interface Service {
  /** Serves one request of node:http. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Starts the jobs, listens as configured, and returns the URL. */
  listen(): Promise<string>;
  /** Runs all jobs until nothing is due; for tests, in which no job runs by itself. */
  work(): Promise<void>;
  /** Stops accepting, lets requests and jobs finish, and closes the database. Safe to call twice. */
  close(): Promise<void>;
  documents: Documents;
  services: Services;
}

/**
 * Puts the service together. Nothing outside is touched before, but for the database where it is being opened already, and
 * everything is let go of in `close`.
 */
export async function createService(
  config: Config,
  overrides: Overrides = {},
  opening?: Promise<Store>,
): Promise<Service> {
  // Before the database is waited for, which is opened in the background.
  const schema = getSchema();
  const documents = overrides.documents ?? loadDocuments(schema, readDocuments(mappings));
  const log = overrides.log ?? createPinoLog(config.logLevel);
  const realClock = overrides.realClock ?? systemClock;
  const keys =
    config.dataKeys.kind === 'given' ? config.dataKeys.keys : ([await generatedDataKey(config.dataKeys.dir)] as const);
  const vault = overrides.vault ?? createVault(keys);
  const store = overrides.store ?? (await (opening ?? openStore(config.database)));
  const { db } = store;
  if (store.engine === 'embedded' && !overrides.store) {
    // No other process can have this database: what seems to run was killed.
    await releaseCalls({ db, realClock });
    await releaseFilings({ db });
  }
  const keyRing = createKeyRing({ db, clock: realClock, log });
  const limits = await openLimits(
    {
      public: config.limits.publicPerMinute,
      guest: config.limits.guestPerMinute,
      key: config.limits.keyPerMinute,
    },
    config.counters.kind === 'redis'
      ? { kind: 'redis', url: config.counters.url }
      : store.engine === 'postgres'
        ? { kind: 'postgres', db }
        : { kind: 'memory' },
    { clock: realClock, log },
  );
  const files = await openFileStore(config.files, store);
  const passportReader = overrides.passportReader ?? (await openPassportReader(config.passportReader, realClock));
  const sandboxPayments = createSandboxPayments({ db, clock: realClock, baseUrl: config.baseUrl });
  const live = await openLivePayments(config.payments, log);

  const services: Services = {
    db,
    vault,
    realClock,
    log,
    keyRing,
    limits,
    payments: (mode) => (mode === 'live' ? live.payments : sandboxPayments),
    paymentNotices: live.notices,
    testPayer: sandboxPayments,
    authority: createSimulatedAuthority({ db }),
    paceSeconds: config.sandboxPaceSeconds,
    filingHoldSeconds: (mode) => config.filingHoldSeconds[mode],
    liveClaims: { claim: (...claim) => claimLiveKey({ vault, realClock }, ...claim) },
    fileOwners: {
      ownership: (owners, urls) => fileOwnership({ db, baseUrl: config.baseUrl }, owners, urls),
      keep: (...use) => keepDocuments({ realClock, baseUrl: config.baseUrl }, ...use),
    },
    applicationOwners: { owns: (owner, id) => ownsApplication(db, owner, id) },
    files,
    cleaner: fileCleanerWhenNeeded(cleanerLimits),
    passportReader,
    zoneReader: {
      read: async (picture) => {
        const outcome = await passportReader.read(picture);
        return outcome.kind === 'read' ? { valid: outcome.reading.verified, lines: outcome.reading.lines } : undefined;
      },
    },
    exchangeRates:
      config.exchangeRates.kind === 'url'
        ? (await import('./gateways/exchange-rates.ts')).createExchangeRates({
            url: config.exchangeRates.url,
            embedded: embeddedRates,
            clock: realClock,
            log,
          })
        : { current: () => embeddedRates, refresh: async () => {} },
    webhookSender: webhookSenderWhenNeeded({ allowsLoopback: config.allowPrivateCallbacks }),
    directory: createDirectory(documents),
    probes: {
      database: async () => {
        const health = await store.health();
        return health.ok ? { ok: true, detail: store.engine } : { ok: false, detail: health.reason };
      },
      queue: () => {
        const failing = jobs.failing();
        return failing.length === 0 ? { ok: true } : { ok: false, detail: `failing: ${failing.join(', ')}` };
      },
      storage: async () => {
        await files.health();
        return { ok: true, detail: config.files.kind };
      },
      payments: () => ({ ok: live.isUp(), detail: config.payments.kind }),
      ocr: () => {
        const state = passportReader.state();
        return { ok: state !== 'failing', detail: `${config.passportReader.kind} ${state}` };
      },
      uptimeSeconds: () => process.uptime(),
      notices: () => [
        ...(config.allowPrivateCallbacks ? ['Webhooks may reach private addresses: for development only.'] : []),
        ...(limits.health().shared ? [] : ['Rate limits are counted by each instance alone at the moment.']),
      ],
    },
    wake: (queue) => jobs.wake(queue),
    baseUrl: config.baseUrl,
    ...overrides,
  };
  const jobs = createJobs(jobsOf(services), log);
  const engine: Engine = {
    services,
    gate: {
      identify: keyRing.identify,
      limiter: limits,
      guestMode: config.payments.kind === 'stripe' ? 'live' : 'sandbox',
    },
    runOnce: (call, run) => runOnce(services, call, run),
  };
  const readSender = createSenderReader(config.trustedProxies);
  const door = {
    engine,
    documents,
    envelope: createEnvelope(`${config.baseUrl}/docs`, () => realClock.now()),
    readSender,
    recognize: recognizeWith(engine, readSender),
  };
  const openTools = async () => {
    const { openMcp } = await import('./projections/mcp/open.ts');
    return openMcp({
      engine,
      documents,
      schema,
      products: listProducts(),
      findPages: productPages(config.baseUrl, config.assistantPromoCode),
      ...(overrides.catalogs && { further: overrides.catalogs }),
    });
  };
  const feed = createEventFeed({ db, log, listen: (wake) => store.listen(eventsChannel, wake) });
  const streams = streamRoutes(async () => {
    const { createStreamFace } = await import('./projections/stream.ts');
    return createStreamFace(engine, schema, feed);
  });
  const routes: Route[] = [
    ...documentationPages,
    llmsText,
    ...graphqlRoutes(schema),
    ...streams.routes,
    openapiRoute(schema, config.baseUrl),
    ...sandboxPaymentPages,
    ...checkoutPages,
    ...requirementsPages,
    ...guidePages,
    ...guidedApplicationPages,
    ...orderPages,
    stripeWebhookRoute(receiveNotice),
    documentContentRoute(readContent),
    authorizationPdfRoute(readAuthorization),
    filingFileRoute(readFilingFile),
    ...uploadPageRoutes({ read: readUploadLink, redeem: redeemUploadLink }),
    ...mcpRoutes(openTools, config.baseUrl),
    ...wellKnownRoutes(config.baseUrl),
  ];
  const handle = createHandler(door, routes, () => server.stopping());
  const server = createHttpServer(handle);

  const timers: NodeJS.Timeout[] = [];
  const getReady = () => {
    Promise.all([preloadGraphql(), documents.compile()]).catch((error) => log.error('preload', { error }));
  };
  let closed: Promise<void> | undefined;
  const close = async () => {
    await streams.close();
    for (const timer of timers) clearTimeout(timer);
    await server.close(graceSeconds);
    await jobs.close();
    await feed.close();
    await services.webhookSender.close();
    await passportReader.close();
    await keyRing.close();
    await limits.close();
    await store.close();
  };
  return {
    handle,
    listen: async () => {
      const url = await server.listen(config.listen.host, config.listen.port);
      await store.listen(eventsChannel, () => jobs.wake('webhooks'));
      timers.push(setTimeout(jobs.start, jobsMilliseconds), setTimeout(getReady, preloadMilliseconds).unref());
      return url;
    },
    work: jobs.work,
    close: () => {
      closed ??= close();
      return closed;
    },
    documents,
    services,
  };
}
