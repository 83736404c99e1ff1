import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { type App, createApp } from './app.ts';
import { type Config, configWarnings, readConfig } from './config.ts';
import type { Database } from './database/database.ts';
import { checkInstallation } from './database/installation.ts';
import { listPendingMigrations, migrate } from './database/migrate.ts';
import { openConfiguredDatabase, openConfiguredReplica } from './database/open.ts';
import { banner } from './demo/banner.ts';
import type { Demo } from './demo/demo-file.ts';
import { demoLinks, findDemo, type RunningDemo, startDemo } from './demo/start-demo.ts';
import { serveMetricsApart } from './gateway/metrics.ts';
import { standardOutput } from './gateway/request-log.ts';
import { systemClock } from './kit/time.ts';
import { readSecretKey } from './secret-key.ts';
import { stopOnSignals } from './stop.ts';
import { startTracing } from './telemetry/start-tracing.ts';

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig({ ...process.env, PORT: await findPort(process.env.PORT) });
  const collector = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (collector) await startTracing(collector, config.ROLE);
  const where = config.DATABASE_URL
    ? 'the PostgreSQL server'
    : `the database in ${config.DATA_DIR}`;
  process.stdout.write(`Opening ${where}\n`);
  const database = await openConfiguredDatabase(config);
  const pending = await listPendingMigrations(database);
  if (pending.length > 0) process.stdout.write(`Applying ${pending.length} migrations\n`);
  await migrate(database);
  await run(config, database);
}

/** Starts what this process's role asks for, and says so once it is ready. */
async function run(config: Config, database: Database): Promise<void> {
  const secretKey = await readSecretKey(config);
  const demo = await findDemo(config, database);
  const links = demo && demoLinks(demo);
  const { code, isMoved } = await checkInstallation(
    database,
    { dataDir: config.DATA_DIR, publicUrl: config.PUBLIC_URL, confirmed: config.CONFIRM_MOVE },
    systemClock.now(),
  );
  const replica = await openConfiguredReplica(config);
  const app = createApp({
    ...{ config, secretKey, database, replica, clock: systemClock, demo: links, isMoved },
    logStream: standardOutput(),
  });
  const metrics = config.METRICS_PORT === 0 ? null : await serveMetricsApart(config, app.metrics);
  stopOnSignals(config, app, metrics, database);
  for (const warning of configWarnings(config)) app.http.log.warn(warning);
  if (isMoved) {
    app.http.log.error(
      `This database last worked elsewhere: billing, webhooks and mail are paused. If it was moved and is no copy, start once with CONFIRM_MOVE=${code}`,
    );
  }
  const running = demo && (await quietly(app, () => openDemo(config, app, demo)));
  if (config.ROLE !== 'worker') {
    await quietly(app, () => app.http.listen({ host: config.HOST, port: config.PORT }));
  }
  if (config.ROLE !== 'api') app.worker.start();
  for (const problem of app.warmUp()) app.http.log.error(problem);
  if (config.ROLE === 'worker') process.stdout.write('working\n');
  else {
    process.stdout.write(banner(config, running, process.stdout.isTTY));
    process.stdout.write(`listening on ${config.PUBLIC_URL}\n`);
  }
}

/** The running demo, or null when it cannot be had: that is no reason not to start. */
function openDemo(config: Config, { http }: App, demo: Demo): Promise<RunningDemo | null> {
  return startDemo(http, demo, config.DATA_DIR, systemClock).catch((error: unknown) => {
    http.log.error({ err: error }, 'the demo is not available');
    return null;
  });
}

/** The start's own calls are no requests to log; what goes wrong in them is. */
async function quietly<T>({ http }: App, work: () => Promise<T>): Promise<T> {
  const { level } = http.log;
  if (level === 'info') http.log.level = 'warn';
  const result = await work();
  http.log.level = level;
  return result;
}

/** A free port in place of 0: links and webhooks name the port before anything listens on it. */
function findPort(port: string | undefined): Promise<string | undefined> {
  if (port?.trim() !== '0') return Promise.resolve(port);
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? String(address?.port) : port));
    });
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
