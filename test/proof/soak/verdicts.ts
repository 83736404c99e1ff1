import type { Exchange } from '../chaos/journal.ts';
import { quantile, type Sample } from './samples.ts';

/** Maximum rise of a line over the whole time, as a fraction of its mean. */
const MAX_RISE = 0.1;
/** Maximum p99 of the last sixth relative to the first. */
const MAX_SLOWDOWN = 1.2;
/** Caches, pools and compiled code fill up first. */
const WARM_UP = 1 / 6;

/** A series watched over time. */
interface Series {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly of: (sample: Sample, before: Sample) => number;
  /** Rises below this are noise, in its unit. */
  readonly unfelt: number;
}

const perRequest =
  (key: 'walBytes' | 'walPages' | 'logBytes') => (sample: Sample, before: Sample) =>
    (sample[key] - before[key]) / Math.max(1, sample.requests - before.requests);

export const SERIES: readonly Series[] = [
  {
    name: 'memory',
    title: 'Memory of all processes',
    unit: 'MB',
    unfelt: 40,
    of: (one) => one.residentMb,
  },
  {
    name: 'handles',
    title: 'Open files and sockets',
    unit: '',
    unfelt: 20,
    of: (one) => one.handles,
  },
  {
    name: 'connections',
    title: 'Connections to the database',
    unit: '',
    unfelt: 4,
    of: (one) => one.connections,
  },
  {
    ...{ name: 'dead-rows', title: 'Dead rows per 1,000 live ones', unit: '', unfelt: 100 },
    of: (one) => (1_000 * one.deadRows) / Math.max(1, one.rows),
  },
  {
    ...{ name: 'table-bytes', title: 'Table bytes per row', unit: 'bytes', unfelt: 20 },
    of: (one) => one.tableBytes / Math.max(1, one.rows),
  },
  {
    ...{ name: 'index-bytes', title: 'Index bytes per row', unit: 'bytes', unfelt: 20 },
    of: (one) => one.indexBytes / Math.max(1, one.rows),
  },
  {
    name: 'wal',
    title: 'WAL per request',
    unit: 'KB',
    unfelt: 1,
    of: (one, before) => perRequest('walBytes')(one, before) / 1024,
  },
  {
    name: 'wal-pages',
    title: 'Whole pages in the WAL per request',
    unit: '',
    unfelt: Number.POSITIVE_INFINITY,
    of: perRequest('walPages'),
  },
  { name: 'log', title: 'Log per request', unit: 'bytes', unfelt: 20, of: perRequest('logBytes') },
  {
    name: 'p99',
    title: 'p99 of all requests',
    unit: 'ms',
    unfelt: Number.POSITIVE_INFINITY,
    of: (one) => one.p99,
  },
];

/** The p99 has a verdict of its own, and whole pages are part of the WAL. */
const PLOTTED_ONLY = ['p99', 'wal-pages'];

export interface Verdict {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly first: number;
  readonly last: number;
  /** The rise of the best-fit line, excluding the first sixth of the time. */
  readonly rise: number;
  /** The most it may rise. */
  readonly allowed: number;
  readonly holds: boolean;
}

export function pointsOf({ of }: Series, samples: readonly Sample[]) {
  return samples
    .slice(1)
    .map((sample, at) => [sample.seconds, of(sample, samples[at] as Sample)] as const);
}

/** Whether each line is flat. */
export function judgeLines(samples: readonly Sample[]): Verdict[] {
  return SERIES.filter(({ name }) => !PLOTTED_ONLY.includes(name)).map((series) => {
    const points = pointsOf(series, samples);
    const warm = points.slice(Math.ceil(points.length * WARM_UP));
    const { name, title, unit, unfelt } = series;
    const rise = riseOf(warm);
    const mean = warm.reduce((total, [, value]) => total + value, 0) / Math.max(1, warm.length);
    const allowed = Math.max(unfelt, mean * MAX_RISE);
    const [first, last] = [warm[0]?.[1] ?? 0, warm.at(-1)?.[1] ?? 0];
    return { name, title, unit, first, last, rise, allowed, holds: rise <= allowed };
  });
}

/** How much the best-fit line through the points rises from first to last. */
export function riseOf(points: readonly (readonly [number, number])[]): number {
  const count = points.length;
  if (count < 2) return 0;
  const meanX = points.reduce((total, [x]) => total + x, 0) / count;
  const meanY = points.reduce((total, [, y]) => total + y, 0) / count;
  const up = points.reduce((total, [x, y]) => total + (x - meanX) * (y - meanY), 0);
  const along = points.reduce((total, [x]) => total + (x - meanX) ** 2, 0);
  const length = (points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0);
  return along === 0 ? 0 : (up / along) * length;
}

/** The p99 of the last sixth of the time compared with the first. */
export function judgeLatency(exchanges: readonly Exchange[], from: number, to: number): Verdict {
  const sixth = (to - from) / 6;
  const within = (begin: number) =>
    exchanges
      .filter(({ startedAt }) => startedAt >= begin && startedAt < begin + sixth)
      .map(({ startedAt, endedAt }) => endedAt - startedAt);
  const first = quantile(within(from), 0.99);
  const last = quantile(within(to - sixth), 0.99);
  const title = 'p99 of all requests, last sixth against the first';
  const [rise, allowed] = [last - first, first * (MAX_SLOWDOWN - 1)];
  return { name: 'p99', title, unit: 'ms', first, last, rise, allowed, holds: rise <= allowed };
}
