/** Days shown in the plot; three aliases a day stay below GraphQL's limit of 50. */
const DAYS = 14;

const LABEL = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });

/** A day in the visitor's time zone. */
export interface DaySpan {
  readonly label: string;
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
}

export type DayCounts = Readonly<Record<string, number>>;

export type DayRow = {
  readonly Day: string;
  readonly delivered: number;
  readonly failed: number;
  /** Failed at least once and being retried. */
  readonly retrying: number;
};

/** The last days up to the end of today, oldest first. */
export function daysBack(now: Date, count = DAYS): DaySpan[] {
  const start = (offset: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset);
  return Array.from({ length: count }, (_, index) => {
    const offset = index - count + 1;
    const from = start(offset);
    return {
      label: LABEL.format(from),
      from: from.toISOString(),
      to: start(offset + 1).toISOString(),
    };
  });
}

/** Counts deliveries per day: succeeded, failed permanently, and failed so far. */
export function rateQuery(days: readonly DaySpan[], webhookId?: string): string {
  const only = webhookId === undefined ? '' : `, webhookId: { eq: ${JSON.stringify(webhookId)} }`;
  const count = (name: string, { from, to }: DaySpan, status: string, more = '') =>
    `${name}: webhookDeliveriesCount(storeId: $storeId, filter: {
      status: { eq: "${status}" }, createdAt: { gte: "${from}", lt: "${to}" }${more}${only} })`;
  const counts = days.flatMap((day, index) => [
    count(`delivered${index}`, day, 'success'),
    count(`failed${index}`, day, 'failed'),
    count(`retrying${index}`, day, 'pending', ', attemptCount: { gt: 0 }'),
  ]);
  return `query ($storeId: ID!) {\n${counts.join('\n')}\n}`;
}

/** The counts as rows of the plot. */
export function foldCounts(days: readonly DaySpan[], counts: DayCounts): DayRow[] {
  return days.map(({ label }, index) => ({
    Day: label,
    delivered: counts[`delivered${index}`] ?? 0,
    failed: counts[`failed${index}`] ?? 0,
    retrying: counts[`retrying${index}`] ?? 0,
  }));
}

/** The same as a sentence. */
export function rateText(rows: readonly DayRow[]): string {
  const sum = (name: 'delivered' | 'failed' | 'retrying') =>
    rows.reduce((total, row) => total + row[name], 0);
  const [delivered, failed, retrying] = [sum('delivered'), sum('failed'), sum('retrying')];
  const all = delivered + failed + retrying;
  if (all === 0) return 'No deliveries yet.';
  const percent = ((100 * delivered) / all).toFixed(1).replace(/\.0$/, '');
  const waiting = retrying === 0 ? '' : `, ${retrying} being retried`;
  return `${delivered} delivered, ${failed} failed${waiting}: ${percent}% delivered.`;
}
