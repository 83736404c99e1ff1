import { type App, type AppOptions, createApp } from './app.ts';
import type { Config } from './config.ts';
import { configWarnings } from './config-warnings.ts';
import { checkInstallation } from './database/installation.ts';
import { listPendingMigrations, migrate } from './database/migrate.ts';
import { openConfiguredDatabase, openConfiguredReplica } from './database/open.ts';
import { refuseOtherDefaults } from './database/session-settings.ts';
import { readSpread } from './database/spread.ts';
import type { Demo } from './demo/demo-file.ts';
import { demoLinks, findDemo, type RunningDemo, startDemo } from './demo/start-demo.ts';
import { readOwnKey } from './domain/secret-key/own-key.ts';
import { listeningAddress } from './gateway/listening-address.ts';
import { serveMetricsApart } from './gateway/metrics.ts';
import { standardOutput } from './gateway/request-log.ts';
import { systemClock } from './kit/time.ts';
import { createEnding, type Ending } from './stop.ts';
import { startTracing } from './telemetry/start-tracing.ts';

const REPLICA_OF_CLUSTER =
  'DATABASE_REPLICA_URL must not be set with a Citus cluster: the log of the coordinator says ' +
  'nothing about the nodes, so old rows would be read. Remove it; the nodes share the reads';

/** The service in this process. */
export interface Service extends Ending {
  readonly app: App;
  /** Listens and works, depending on the role; returns the demo if there is one. */
  start(): Promise<RunningDemo | null>;
}

/**
 * What one of several processes gets from its supervisor, which writes its own startup messages.
 */
export type Shared = Required<Pick<AppOptions, 'metrics' | 'bucketStore'>>;

/** Opens the database, migrates its schema, and composes the service. */
export async function openService(config: Config, shared: Shared | null = null): Promise<Service> {
  const collector = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  const stopTracing = collector ? await startTracing(collector, config.ROLE) : null;
  const database = await openConfiguredDatabase(config);
  if (database.isPooled) await refuseOtherDefaults(database);
  const pending = await listPendingMigrations(database);
  if (pending.length > 0) process.stdout.write(`Applying ${pending.length} migrations\n`);
  await migrate(database);
  const secretKey = await readOwnKey(config, database).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const demo = await findDemo(config, database);
  const place = { dataDir: config.DATA_DIR, publicUrl: config.PUBLIC_URL };
  const { code, isMoved, differences } = await checkInstallation(
    database,
    { ...place, confirmed: config.CONFIRM_MOVE },
    systemClock.now(),
  );
  const spread = await readSpread(database);
  if (spread && config.DATABASE_REPLICA_URL) throw new Error(REPLICA_OF_CLUSTER);
  const replica = await openConfiguredReplica(config);
  const log = standardOutput(shared !== null);
  const app = createApp({
    ...{
      config,
      secretKey,
      database,
      replica,
      spread,
      clock: systemClock,
      isMoved,
      place,
      ...shared,
    },
    demo: demo && demoLinks(demo),
    logStream: log.stream,
  });
  const isApart = shared === null && config.METRICS_PORT !== 0;
  const metrics = isApart ? await serveMetricsApart(config, app.metrics) : null;
  if (shared === null) for (const warning of configWarnings(config)) app.http.log.warn(warning);
  if (isMoved) {
    app.http.log.error(
      `This database may be a copy: billing, webhooks and mail are paused. ${differences} If the original is gone permanently, start once with CONFIRM_MOVE=${code}`,
    );
  }
  return {
    app,
    ...createEnding(config, app, { metrics, database, stopTracing, log }),
    start: () => start(config, app, demo),
  };
}

async function start(config: Config, app: App, demo: Demo | null): Promise<RunningDemo | null> {
  const running = demo && (await quietly(app, () => openDemo(config, app, demo)));
  if (config.ROLE !== 'worker') {
    const host = await listeningAddress(config.HOST);
    await quietly(app, () => app.http.listen({ host, port: config.PORT }));
  }
  if (config.ROLE !== 'api') app.worker.start();
  for (const problem of app.warmUp()) app.http.log.error(problem);
  return running;
}

/** The running demo, or null if it isn't available, which doesn't prevent the start. */
function openDemo(config: Config, { http }: App, demo: Demo): Promise<RunningDemo | null> {
  return startDemo(http, demo, config.DATA_DIR, systemClock).catch((error: unknown) => {
    http.log.error({ err: error }, 'the demo is not available');
    return null;
  });
}

/** Runs the start's own calls without logging them, except for errors. */
async function quietly<T>({ http }: App, work: () => Promise<T>): Promise<T> {
  const { level } = http.log;
  if (level === 'info') http.log.level = 'warn';
  const result = await work();
  http.log.level = level;
  return result;
}
