import type { FastifyInstance } from 'fastify';
import { actions as everyAction, operatorActions } from './actions.ts';
import type { Config } from './config.ts';
import type { Action } from './contract/action.ts';
import { actionSettings } from './contract/action-settings.ts';
import type { Ports } from './contract/ports.ts';
import type { Database } from './database/database.ts';
import { onCluster } from './database/guard-stores.ts';
import type { Place } from './database/place.ts';
import { measurePool } from './database/pool-metrics.ts';
import { createReader } from './database/replica.ts';
import { countReads } from './database/replica-metrics.ts';
import { deliveryOptions } from './delivery/delivery-options.ts';
import { mailOptions } from './delivery/mail/mail-options.ts';
import { serveUnsubscribe } from './delivery/mail/serve-unsubscribe.ts';
import { serveWebhookKeys } from './delivery/serve-webhook-keys.ts';
import { createWebsiteProof } from './delivery/website-proof.ts';
import { createWebhookKeys } from './events/webhook-keys.ts';
import { createAuthenticator } from './gateway/authenticate.ts';
import { createKeyLookup } from './gateway/credentials/key-lookup.ts';
import { createDeclineLimits } from './gateway/decline-limits.ts';
import type { Gateway } from './gateway/gateway.ts';
import { serveHealth } from './gateway/health.ts';
import { createMetrics, type Metrics, measureRequests, serveMetrics } from './gateway/metrics.ts';
import { serveOperator } from './gateway/operator.ts';
import { serveBackup } from './gateway/operator-backup.ts';
import { createRateLimiter } from './gateway/rate-limit.ts';
import { readingTurnsOf } from './gateway/reading-turns.ts';
import type { LogStream } from './gateway/request-log.ts';
import { type ListedRoute, listRoutes } from './gateway/route-list.ts';
import { createServer } from './gateway/server.ts';
import { sharingOf } from './gateway/share-limits.ts';
import type { BucketStore } from './gateway/shared-buckets.ts';
import { traceRequests } from './gateway/trace-requests.ts';
import { serveGraphql } from './graphql/endpoint.ts';
import { createJobs } from './jobs.ts';
import { createBoundedQueue } from './kit/bounded-queue.ts';
import { createKeyPairs } from './kit/key-pairs.ts';
import { createPasswords, type Passwords } from './kit/password.ts';
import type { Clock } from './kit/time.ts';
import { serveCheckoutPages } from './pages/checkout/routes.ts';
import { serveDashboard } from './pages/dashboard/serve-dashboard.ts';
import { serveDocs } from './pages/docs/serve-docs.ts';
import { servePictures } from './pages/pictures/serve-pictures.ts';
import { serveChangePages } from './pages/plan-change/routes.ts';
import { servePortalPages } from './pages/portal/routes.tsx';
import { limitVisits } from './pages/shared/limit-visits.ts';
import { serveStorefront } from './pages/storefront/routes.ts';
import { createPictures } from './pictures/create-pictures.ts';
import { createPromptScanner } from './prompt-scanner.ts';
import { createPayments } from './providers/payments.ts';
import { serveCallbacks } from './providers/serve-callbacks.ts';
import { createPdfPrinter } from './receipts/pdf-printer.ts';
import { serveOpenApi } from './reference/serve-openapi.ts';
import { countVerdicts } from './safety/verdict-metrics.ts';
import { payments } from './sales.ts';
import { createSecrets } from './secrets.ts';
import { type DemoLinks, serveStartPage } from './start-page/serve-start-page.tsx';
import { countJobFailures } from './worker/job-metrics.ts';
import { measureQueues } from './worker/queue-metrics.ts';
import { createWorker, type Worker } from './worker/worker.ts';

export interface App {
  readonly http: FastifyInstance;
  readonly worker: Worker;
  readonly metrics: Metrics;
  /** Every URL with its file; complete once the server is ready. */
  readonly routes: readonly ListedRoute[];
  /** Loads what is otherwise loaded lazily; returns what couldn't be loaded, for the log. */
  warmUp(): readonly string[];
  /** Makes `/readyz` fail from now on, so that no new requests are sent here. */
  drain(): void;
  /** Closes persistent connections from now on: clients move to other processes at this address. */
  retire(): void;
}

export interface AppOptions {
  readonly config: Config;
  readonly secretKey: string;
  readonly database: Database;
  readonly clock: Clock;
  /** A read replica of the database. */
  readonly replica?: Database | null;
  readonly spread?: Gateway['spread'];
  /** The demo's pages, for the start page to link to. */
  readonly demo?: DemoLinks | null;
  /** All actions of the service, unless a test provides its own. */
  readonly actions?: readonly Action[];
  /** The database may be a copy: no charges, posts or mails (docs/contract/invariants.md#35). */
  readonly isMoved?: boolean;
  /** Where the database runs, which it records regularly. */
  readonly place?: Place;
  /** How passwords are hashed, if not at the default cost. */
  readonly passwords?: Passwords;
  /** This process's metrics, if shared with other parts. */
  readonly metrics?: Metrics;
  /** Shares rate limits without Redis. */
  readonly bucketStore?: BucketStore;
  /** Standard output, unless a test reads the log. */
  readonly logStream?: LogStream;
}

/** Composes the service from its parts; the tests compose it the same way. */
export function createApp(options: AppOptions): App {
  const { config, secretKey, clock, demo, actions = everyAction } = options;
  const { isMoved = false, replica = null, spread = null, metrics = createMetrics() } = options;
  const database = spread ? onCluster(options.database) : options.database;
  const promptScanner = createPromptScanner(config, countVerdicts(metrics.registry));
  const secrets = createSecrets(secretKey, config.SECRET_KEY_PREVIOUS);
  const providerOfProd = isMoved ? 'none' : config.PROVIDER_PROD;
  const ports: Ports = {
    publicUrl: config.PUBLIC_URL,
    settings: actionSettings(config),
    secrets,
    passwords: options.passwords ?? createPasswords(),
    keyPairs: createKeyPairs(),
    ...createPayments(providerOfProd, database, { secrets, stripe: config }),
    payments,
    promptScanner,
    pictures: createPictures(config),
    clockTurns: createBoundedQueue({ running: 2, waiting: 100, retryAfterS: 5 }),
    websiteProof: createWebsiteProof({
      allowPrivate: config.ALLOW_PRIVATE_WEBHOOKS,
      timeoutMs: config.WEBHOOK_TIMEOUT_MS,
    }),
  };
  const rateLimiter = createRateLimiter(
    config.RATE_LIMITS === 'on',
    sharingOf(config, options.bucketStore, () => http.log),
  );
  const keys = createKeyLookup(database);
  const onRead = countReads(metrics.registry);
  const gateway: Gateway = {
    config,
    database,
    reader: replica ? createReader({ primary: database, replica, onRead }) : database,
    spread,
    clock,
    ports,
    authenticator: createAuthenticator({ config, database, keys, ports, rateLimiter }),
    rateLimiter,
    declineLimits: createDeclineLimits(rateLimiter, config, metrics.registry),
    readingTurns: readingTurnsOf(config, database),
  };
  const http = createServer(gateway, actions, options.logStream);
  const routes = listRoutes(http);
  http.addHook('onClose', () =>
    Promise.all([rateLimiter.close(), replica?.close()]).then(() => {}),
  );
  limitVisits(http, gateway);
  serveCheckoutPages(http, gateway);
  serveChangePages(http, gateway);
  serveStorefront(http, gateway);
  servePictures(http, gateway);
  const printer = createPdfPrinter();
  servePortalPages(http, gateway, printer);
  serveGraphql(http, gateway);
  serveOperator(http, gateway, operatorActions, secretKey);
  serveBackup(http, gateway, secretKey);
  serveCallbacks(http, gateway);
  serveUnsubscribe(http, gateway);
  serveOpenApi(http, actions, config.PUBLIC_URL);
  serveDocs(http);
  measureRequests(http, metrics);
  traceRequests(http);
  measurePool(metrics.registry, database);
  measureQueues(metrics.registry, database, () => clock.now());
  const countFailure = countJobFailures(metrics.registry);
  if (config.METRICS_PORT === 0) serveMetrics(http, metrics);
  const health = serveHealth(http, database);
  serveStartPage(http, demo ?? null);
  serveDashboard(http);
  const webhookKeys = createWebhookKeys(database, ports.secrets, () => clock.now());
  serveWebhookKeys(http, webhookKeys);
  const log = (fields: object, message: string) => http.log.info(fields, message);
  const delivery = deliveryOptions(config, ports, webhookKeys, log);
  const mail = mailOptions(config, ports, { log, printer, limiter: rateLimiter, metrics });
  const worker = createWorker(
    createJobs(delivery, mail, config.RETENTION_DAYS, isMoved, options.place),
    {
      database,
      now: () => clock.now(),
      ports,
      onError: (job, error) => {
        countFailure(job);
        http.log.error({ err: error, job }, 'job failed');
      },
    },
  );
  return {
    http,
    worker,
    metrics,
    routes,
    drain: health.drain,
    retire: health.retire,
    warmUp: () => promptScanner.problems,
  };
}
