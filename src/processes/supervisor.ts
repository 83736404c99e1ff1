import { availableParallelism } from 'node:os';
import { pino } from 'pino';
import type { Config } from '../config.ts';
import { configWarnings } from '../config-warnings.ts';
import { banner } from '../demo/banner.ts';
import { createBuckets, spendFrom } from '../gateway/buckets.ts';
import { serveMetricsApart } from '../gateway/metrics.ts';
import { loggerOptions, standardOutput } from '../gateway/request-log.ts';
import type { Spending } from '../gateway/shared-buckets.ts';
import { stopOnSignals } from '../signals.ts';
import { type ChildRole, forkChild } from './fork-child.ts';
import { createMetricsOfAll } from './metrics-of-all.ts';
import { createSlot, type Slot } from './slot.ts';

/** Milliseconds for all processes to end, each of which limits its own shutdown to less. */
const MAX_STOP_MS = 29_000;

/** Runs API processes on one port, and a worker, until a signal ends them all. */
export async function supervise(config: Config): Promise<void> {
  const output = standardOutput(true);
  const log = pino(loggerOptions(config.LOG_LEVEL), output.stream);
  const slots: Slot[] = [];
  const living = () => slots.flatMap((slot) => slot.living());
  const metrics = createMetricsOfAll(living);
  const answers = { metrics: () => metrics.text(), spend: createSpend() };
  const options = {
    log,
    fork: (role: ChildRole) => forkChild(role, pinned(config), answers),
    onCrash: metrics.countCrash,
    onEnd: metrics.keep,
  };
  const count = config.PROCESSES === 'auto' ? availableParallelism() : (config.PROCESSES ?? 1);
  const first = createSlot({ ...options, role: 'api' });
  slots.push(first);
  while (slots.length < count) slots.push(createSlot({ ...options, role: 'api' }));
  if (config.ROLE === 'all') slots.push(createSlot({ ...options, role: 'worker' }));

  let isStopping = false;
  const abandon = () => {
    for (const child of living()) child.kill();
  };
  const stop = async (drainMs: number) => {
    isStopping = true;
    setTimeout(abandon, MAX_STOP_MS).unref();
    for (const slot of slots) slot.close();
    // A process that isn't ready has nothing running.
    for (const child of living()) if (!child.wasReady()) child.kill();
    const running = living().filter((child) => child.wasReady());
    for (const child of running) child.tell('stop', drainMs);
    const codes = await Promise.all(running.map(async ({ ended }) => (await ended).code));
    await output.finish();
    if (codes.some((code) => code !== 0)) throw new Error('Not every process ended in order');
  };
  const onError = (err: unknown) => log.error({ err }, 'the stop failed');
  stopOnSignals({ drainMs: config.DRAIN_MS, stopsOnHangup: false, stop, onError, abandon });

  for (const warning of configWarnings(config)) log.warn(warning);
  const starting = startAll(slots, first).catch((error: unknown) => {
    // A stop also ends starting processes, and reports it itself.
    if (!isStopping) throw error;
  });
  replaceOnSighup(slots, starting, (error) => {
    if (!isStopping) log.error({ err: error }, 'the others go on as they are');
  });
  await starting;
  if (isStopping) return;
  if (config.METRICS_PORT !== 0) await serveMetricsApart(config, metrics);
  process.stdout.write(banner(config, null, process.stdout.isTTY));
  process.stdout.write(`${count} processes for requests; SIGHUP to ${process.pid} replaces them\n`);
  process.stdout.write(`listening on ${config.PUBLIC_URL}\n`);
}

/**
 * Starts the first process alone: it applies migrations, and errors that would affect all are
 * reported once.
 */
async function startAll(slots: readonly Slot[], first: Slot): Promise<void> {
  await first.start();
  const others = slots.filter((slot) => slot !== first);
  await Promise.allSettled(others.map((slot) => slot.start()));
}

/** Replaces one process after another, each once its successor is ready. */
function replaceOnSighup(
  slots: readonly Slot[],
  started: Promise<void>,
  onError: (error: unknown) => void,
): void {
  let replacing = started.catch(() => {});
  let isDue = false;
  const replaceAll = async () => {
    isDue = false;
    process.stdout.write('SIGHUP: replacing the processes one after the other\n');
    for (const slot of slots) await slot.replace();
    process.stdout.write('replaced\n');
  };
  process.on('SIGHUP', () => {
    if (isDue) return;
    isDue = true;
    replacing = replacing.then(replaceAll).catch(onError);
  });
}

/** Rate limits across all processes, counted as in one process. */
function createSpend() {
  const buckets = createBuckets();
  return (spendings: readonly Spending[]) =>
    spendings.map((spending) => spendFrom(buckets, spending).tokens);
}

/** Settings fixed at the start: a new process can't change them while old ones run. */
function pinned({ HOST, PORT, METRICS_PORT }: Config): Record<string, string> {
  return { HOST, PORT: String(PORT), METRICS_PORT: String(METRICS_PORT) };
}
