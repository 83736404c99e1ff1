import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Metrics } from '../gateway/metrics.ts';
import type { Child, ChildRole, Figures } from './fork-child.ts';

/** Monotonic metrics: the counts of ended processes are kept. */
const GROWING = ['counter', 'histogram'];

export interface MetricsOfAll extends Metrics {
  countCrash(role: ChildRole): void;
  /** Called for each process that has ended. */
  keep(child: Child): void;
}

/** The metrics of all processes combined: sums, unless a metric says otherwise. */
export function createMetricsOfAll(living: () => readonly Child[]): MetricsOfAll {
  const ready = () => living().filter((child) => child.wasReady());
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'tillgate_processes',
    help: 'Running processes, including those that are stopping.',
    labelNames: ['role'],
    registers: [registry],
    collect() {
      const roles = ready().map(({ role }) => role);
      for (const role of ['api', 'worker']) {
        this.set({ role }, roles.filter((name) => name === role).length);
      }
    },
  });
  const crashes = new Counter({
    name: 'tillgate_process_crashes_total',
    help: 'Processes that crashed.',
    labelNames: ['role'],
    registers: [registry],
  });
  let ofEnded: Promise<Figures> = Promise.resolve([]);
  return {
    registry,
    contentType: registry.contentType,
    text: async () => {
      // A process too busy to respond counts with its last metrics.
      const parts = ready().map((child) => child.measure());
      return sum(await Promise.all([registry.getMetricsAsJSON(), ofEnded, ...parts])).metrics();
    },
    countCrash: (role) => crashes.inc({ role }),
    keep: (child) => {
      const growing = child.counted().filter(({ type }) => GROWING.includes(String(type)));
      ofEnded = ofEnded.then((earlier) => sum([earlier, growing]).getMetricsAsJSON());
    },
  };
}

function sum(parts: readonly Figures[]): Registry {
  return AggregatorRegistry.aggregate(parts.map((figures) => figures.map(asWorst)));
}

/** Callers experience the slowest event loop, not the mean. */
function asWorst(figure: Figures[number]): Figures[number] {
  return figure.aggregator === 'average' ? { ...figure, aggregator: 'max' } : figure;
}
