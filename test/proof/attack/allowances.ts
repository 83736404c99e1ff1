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
  'names of a megabyte that a rate limit is keyed by': { status: 200, ...never },
  'bodies of a megabyte of tiny values': { status: 401, ...never },
  "wrong signatures under a merchant's ID": { status: 401, burst: 25, perSecond: 6 },
  'logins of made-up accounts': { status: 401, burst: 12, perSecond: 1.5 },
  '2,000 connections whose headers never end': { status: OPEN, burst: 1_000, perSecond: 0 },
  'bodies of a megabyte that never end': { status: OPEN, burst: 20, perSecond: 0 },
  'answers that are never read': { status: OPEN, ...never },
  'queries for megabytes, with a key': { status: 200, burst: 5, perSecond: 1.2 },
  'queries for megabytes, by a visitor': { status: 200, burst: 5, perSecond: 1.5 },
  // Half as large as the attacker's first store, on average.
  'queries for megabytes, by a visitor to several stores': {
    ...{ status: 200, burst: 10, perSecond: 2.5 },
  },
  'queries of a megabyte, all different': { status: 200, ...never },
  'small queries, all different, with a key': { status: 200, burst: 25, perSecond: 26 },
  'introspection that aliases and fragments repeat': { status: 200, ...never },
  'fragments that multiply a small query': { status: 200, ...never },
  "all of a store's data, repeatedly, as an export reads it": {
    ...{ status: 200, burst: 10, perSecond: 4 },
  },
  'keys with an exponent of 4,088 bits': { status: 200, ...never },
  'prompts that take longest to check': { status: 200, burst: 110, perSecond: 110 },
  'large stored answers, requested again': { status: 200, burst: 110, perSecond: 110 },
  'a checkout page, requested as often as possible': { status: 200, burst: 12, perSecond: 12 },
  'forms of a megabyte of broken characters': { status: 303, ...never },
  'query strings of thousands of broken characters': { status: 200, burst: 12, perSecond: 12 },
  'a description of thousands of brackets, read as often as possible': {
    ...{ status: 200, burst: 12, perSecond: 12 },
  },
  // Eight may be on their way when the limit of 60 is reached.
  'declined cards, each on a session of its own': { status: 400, burst: 68, perSecond: 0.1 },
  // 652 KB each: 8 MB at first, then 4 MB a second.
  'exports of a list': { status: 200, burst: 14, perSecond: 6.5 },
  // Not limited in number: they take turns, and how many finish depends on the machine.
  'test clocks of several stores, moved a year at a time': {
    ...{ status: 200, burst: Number.POSITIVE_INFINITY, perSecond: 0 },
  },
  'receipts as PDF': { status: 200, burst: 21, perSecond: 1.2 },
  'live streams of one account': { status: OPEN, burst: 10, perSecond: 0 },
};

/** How many got through, and how many may in the given time. */
export function countThrough(name: string, statuses: readonly number[], ms: number) {
  const { status, burst, perSecond } = ALLOWANCES[name] ?? { status: 0, ...never };
  const through = statuses.filter((one) => one === status).length;
  return { through, allowed: Math.ceil(burst + (perSecond * ms) / 1000) };
}
