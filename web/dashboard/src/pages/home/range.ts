/** A range of UTC days shown on the home page. */
export interface TimeRange {
  readonly startDate: string;
  readonly endDate: string;
}

export type Granularity = 'DAY' | 'MONTH';

/** The range, the range it is compared with, and their granularity. */
export interface HomeRange {
  readonly range: TimeRange;
  readonly before: TimeRange;
  readonly granularity: Granularity;
  /** Whether the last period is still in progress. */
  readonly isUnfinished: boolean;
}

export const DEFAULT_RANGE = 'month';
/** Preset ranges, by their name in the URL. */
export const RANGES: Readonly<Record<string, string>> = {
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
  quarter: 'Last 90 days',
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-year': 'This year',
  year: 'Last 12 months',
};
/** Longer ranges are shown by month. */
const MAX_DAYS = 92;
const DAY_MS = 24 * 60 * 60 * 1000;
const OWN = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/;

/** The range of that name, or of two days such as `2026-09-01..2026-09-30`; else the last 30 days. */
export function readRange(value: string | undefined, now: Date): HomeRange {
  const at = new Date(now);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  const tomorrow = Date.UTC(year, month, day + 1);
  const last = (days: number) => spanOf(tomorrow - days * DAY_MS, tomorrow);
  /**
   * A complete month is compared with the whole previous month, otherwise with as many of its days.
   */
  const months = (from: number, by: number, until = tomorrow) =>
    spanOf(Date.UTC(year, month + from), until, Date.UTC(year, month + from - by));
  const lastMonth = () => {
    const span = months(-1, 1, Date.UTC(year, month));
    return { ...span, beforeEnd: span.from };
  };
  const named: Readonly<Record<string, () => Span>> = {
    today: () => last(1),
    week: () => last(7),
    month: () => last(30),
    quarter: () => last(90),
    'this-month': () => months(0, 1),
    'last-month': lastMonth,
    'this-year': () => months(-month, 12),
    year: () => months(-11, 12),
  };
  const span = (named[value ?? ''] ?? (() => ownSpan(value) ?? last(30)))();
  const granularity = (span.to - span.from) / DAY_MS > MAX_DAYS ? 'MONTH' : 'DAY';
  return {
    range: textOf(span.from, span.to),
    before: textOf(span.before, span.beforeEnd),
    granularity,
    isUnfinished: span.to > now.getTime(),
  };
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly beforeEnd: number;
}

/** The previous range has the same length, unless it would overlap this one. */
function spanOf(from: number, to: number, before = from - (to - from)): Span {
  return { from, to, before, beforeEnd: Math.min(from, before + (to - from)) };
}

function ownSpan(value: string | undefined): Span | null {
  const [, first = '', last = ''] = OWN.exec(value ?? '') ?? [];
  const [from, to] = [Date.parse(first), Date.parse(last) + DAY_MS];
  return from < to ? spanOf(from, to) : null;
}

const textOf = (from: number, to: number): TimeRange => ({
  startDate: new Date(from).toISOString(),
  endDate: new Date(to).toISOString(),
});

/** Names of all periods in a range, as in the analyses. */
export function periodsOf({ startDate, endDate }: TimeRange, granularity: Granularity): string[] {
  const names: string[] = [];
  const at = new Date(startDate);
  while (at.toISOString() < endDate) {
    names.push(at.toISOString().slice(0, granularity === 'DAY' ? 10 : 7));
    if (granularity === 'DAY') at.setUTCDate(at.getUTCDate() + 1);
    else at.setUTCMonth(at.getUTCMonth() + 1, 1);
  }
  return names;
}

/** The range as lists take it: its first and last day, in UTC like the figures. */
export function listedDays({ startDate, endDate }: TimeRange): string {
  const last = new Date(Date.parse(endDate) - 1).toISOString();
  return `${startDate.slice(0, 10)}Z..${last.slice(0, 10)}Z`;
}

/** The change in percent; null if there was nothing before. */
export function changeOf(now: number, before: number): number | null {
  if (before === 0) return now === 0 ? 0 : null;
  return Math.round((1000 * (now - before)) / Math.abs(before)) / 10;
}
