import type { PaymentNotices } from '../domain/checkout/payment-notices.port.ts';
import type { PaymentsByMode } from '../domain/checkout/payments.port.ts';
import type { ApplicationOwners } from '../domain/documents/application-owners.port.ts';
import type { FileCleaner } from '../domain/documents/file-cleaner.port.ts';
import type { FileStore } from '../domain/documents/file-store.port.ts';
import type { ZoneReader } from '../domain/documents/zone-reader.port.ts';
import type { Authority } from '../domain/filing/authority.port.ts';
import type { KeyRing } from '../domain/keys/authenticate.ts';
import type { LiveClaims } from '../domain/keys/live-claims.port.ts';
import type { Limits } from '../domain/limits/spend-limit.ts';
import type { HealthProbes } from '../domain/meta/health-probes.port.ts';
import type { PassportReader } from '../domain/ocr/passport-reader.port.ts';
import type { ExchangeRates } from '../domain/pricing/exchange-rates.port.ts';
import type { FileOwners } from '../domain/profiles/file-owners.port.ts';
import type { TestPayer } from '../domain/sandbox/test-payer.port.ts';
import type { WebhookSender } from '../domain/webhooks/webhook-sender.port.ts';
import type { Caller, Mode } from '../kernel/caller.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { OperationDirectory } from '../kernel/next-step.ts';
import type { Once } from '../kernel/once.ts';
import type { Db } from '../store/db.ts';
import type { Vault } from '../store/vault.ts';

/** What the composition root makes once and every operation can ask for. */
export interface Services {
  db: Db;
  vault: Vault;
  /** The real time, for due rows and leases; the time as it is for the caller is the request's `clock`. */
  realClock: Clock;
  /** Who takes payments, by mode. */
  payments: PaymentsByMode;
  /** Tells genuine notices of the live provider from others; undefined where none is configured. */
  paymentNotices?: PaymentNotices | undefined;
  /** Plays the payer of sandbox sessions. */
  testPayer: TestPayer;
  /** Who a key stands for. */
  keyRing: KeyRing;
  /** What is left of everybody's budget. */
  limits: Limits;
  /** The live keys that paid checkouts earned. */
  liveClaims: LiveClaims;
  /** To whom uploaded files belong. */
  fileOwners: FileOwners;
  /** The authority of the sandbox. */
  authority: Authority;
  /** Seconds between the simulated authority's steps; 0 waits to be advanced by hand. */
  paceSeconds: number;
  /** Time between submission and filing in which edit, cancel and refund still work. */
  filingHoldSeconds(mode: Mode): number;
  /** Where the sealed files of documents are. */
  files: FileStore;
  /** Makes uploads harmless. */
  cleaner: FileCleaner;
  /** Reads the zone of uploaded passport pages; absent where nothing reads. */
  zoneReader?: ZoneReader | undefined;
  /** Reads travel documents. */
  passportReader: PassportReader;
  /** Knows whose applications are. */
  applicationOwners: ApplicationOwners;
  /** Looks at the parts of the service, for health. */
  probes: HealthProbes;
  /** Reaches the receivers of webhooks. */
  webhookSender: WebhookSender;
  log: Log;
  /** The rates that prices are converted with. */
  exchangeRates: ExchangeRates;
  /** How each operation is called over REST and as a tool. */
  directory: OperationDirectory;
  /** Tells a worker that something is due now; a hint, never needed for correctness. */
  wake(queue: 'filing' | 'webhooks' | 'events' | 'payments'): void;
  /** `{base_url}` in links, without a slash at the end. */
  baseUrl: string;
}

/** What one request adds: who calls, when it is for them, and whether the call is idempotent. */
export interface Context extends Services {
  caller: Caller;
  /** The caller's own time: a sandbox account's clock may run ahead. */
  clock: Clock;
  requestId: string;
  /** Present when the caller sent an idempotency key: the operation settles it in its transaction. */
  once?: Once | undefined;
  /** Loaders, by the object that defines them: rows of one request are fetched together. See `graphql/loader.ts`. */
  loaders: Map<unknown, unknown>;
  /** The caller sent `Prefer: handling=strict`: what would be told as data is told as a failure. */
  preferStrict: boolean;
  /** The client's address, for limits only. */
  address: string;
}
