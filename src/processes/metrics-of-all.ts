import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Metrics } from '../gateway/metrics.ts';
import type { Child, ChildRole, Figures } from './fork-child.ts';

/** What only grows: what a process that ended had counted stays counted. */
const GROWING = ['counter', 'histogram'];

export interface MetricsOfAll extends Metrics {
  countCrash(role: ChildRole): void;
  /** Told of each process that has ended. */
  keep(child: Child): void;
}

/** The figures of all processes as one: sums, except where a metric says otherwise. */
export function createMetricsOfAll(living: () => readonly Child[]): MetricsOfAll {
  const ready = () => living().filter((child) => child.wasReady());
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'tillgate_processes',
    help: 'Processes that run, those on their way out included.',
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
    help: 'Processes that ended by themselves.',
    labelNames: ['role'],
    registers: [registry],
  });
  let ofEnded: Promise<Figures> = Promise.resolve([]);
  return {
    registry,
    contentType: registry.contentType,
    text: async () => {
      // A process too busy to answer counts as it did when it last answered.
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

/** The slowest event loop is what callers meet, not the mean of all. */
function asWorst(figure: Figures[number]): Figures[number] {
  return figure.aggregator === 'average' ? { ...figure, aggregator: 'max' } : figure;
}
