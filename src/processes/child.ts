import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { readConfig } from '../config.ts';
import { createMetrics } from '../gateway/metrics.ts';
import { outliveOutputs } from '../kit/closed-outputs.ts';
import { setUpHeap } from '../kit/heap.ts';
import { describeStartError } from '../kit/start-error.ts';
import { openService, type Service } from '../service.ts';
import { createLine } from './line.ts';

/** Milliseconds to collect the metrics of all processes, each of which has a second for its own. */
const MAX_METRICS_MS = 3_000;

/** Runs one of several processes. The supervisor decides what it does and when it ends. */
async function main(): Promise<void> {
  if (!cluster.worker) throw new Error('This process is started by others: run npx tillgate');
  setUpHeap();
  outliveOutputs();
  // Terminals and service managers signal all processes; the supervisor decides.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig({ ...process.env, PROCESSES: '' });
  const metrics = createMetrics();
  let service: Service | null = null;
  const endBy = (way: (running: Service) => Promise<void>) => {
    // Nothing is running before it is ready.
    if (service === null) process.exit(0);
    const { log } = service.app.http;
    const count = async () => line.ask('counted', await metrics.registry.getMetricsAsJSON());
    const end = () => process.exit(0);
    way(service).then(
      () => count().then(end, end),
      (error: unknown) => {
        log.error({ err: error }, 'the stop failed');
        process.exit(1);
      },
    );
  };
  const line = createLine(process, {
    measure: () => metrics.registry.getMetricsAsJSON(),
    retire: () => endBy((running) => running.retire()),
    stop: (drainMs: number) => endBy((running) => running.stop(drainMs)),
  });
  cluster.worker.once('disconnect', () => {
    // Otherwise, Node.js ends the process here, in the middle of its requests.
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
    process.stderr.write('The supervisor is gone: finishing work in progress\n');
    endBy((running) => running.stop(0));
  });
  const opened = await openService(config, {
    metrics: { ...metrics, text: () => line.ask('metrics', null, MAX_METRICS_MS) },
    bucketStore: { spend: (spendings) => line.ask('spend', spendings), close: async () => {} },
  });
  await opened.start();
  service = opened;
  line.tell('ready');
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeStartError(error)}\n`);
  process.exit(1);
});
