/** The number of answers with a status that attackers may get past the scenario's defense. */
export interface Allowance {
  /** `OPEN` for connections that are still open at the end. */
  readonly status: number;
  readonly burst: number;
  readonly perSecond: number;
}

/** In place of a status: the connection was open until the end. */
export const OPEN = 1;

const never = { burst: 0, perSecond: 0 };

/** By scenario name. Slightly above the limits, since a run takes longer than its nominal time. */
export const ALLOWANCES: Readonly<Record<string, Allowance>> = {
  'names of a megabyte that a rate limit counts by': { status: 200, ...never },
  'bodies of a megabyte of the smallest values': { status: 401, ...never },
  "wrong signatures under a merchant's name": { status: 401, burst: 25, perSecond: 6 },
  'log-ins of accounts that are made up': { status: 401, burst: 12, perSecond: 1.5 },
  '2,000 connections whose head does not end': { status: OPEN, burst: 1_000, perSecond: 0 },
  'bodies of a megabyte that do not end': { status: OPEN, burst: 20, perSecond: 0 },
  'answers that nobody reads': { status: OPEN, ...never },
  'queries for megabytes, with a key': { status: 200, burst: 5, perSecond: 1.2 },
  'queries for megabytes, of a visitor': { status: 200, burst: 5, perSecond: 1.5 },
  'queries of a megabyte, each another': { status: 200, ...never },
  'everything that a store has, again and again, as an export reads it': {
    ...{ status: 200, burst: 10, perSecond: 4 },
  },
  'keys with an exponent of 4,088 bits': { status: 200, ...never },
  'prompts that take longest to check': { status: 200, burst: 110, perSecond: 110 },
  'large stored answers, asked for again': { status: 200, burst: 110, perSecond: 110 },
  'a checkout page, as often as it is given': { status: 200, burst: 12, perSecond: 12 },
};

/** How many got through, and how many may in the given time. */
export function countThrough(name: string, statuses: readonly number[], ms: number) {
  const { status, burst, perSecond } = ALLOWANCES[name] ?? { status: 0, ...never };
  const through = statuses.filter((one) => one === status).length;
  return { through, allowed: Math.ceil(burst + (perSecond * ms) / 1000) };
}
