import { configShape } from '../config.ts';
import { type Queryable, sql } from '../database/database.ts';
import { lowestUuidAt } from '../kit/id.ts';
import { DAY_MS, HOUR_MS } from '../kit/period.ts';
import { addMs } from '../kit/time.ts';
import type { Check } from './check.ts';
import { LEDGER_CHECKS } from './ledger-checks.ts';
import { REFUND_CHECKS } from './refund-checks.ts';
import { SALES_CHECKS } from './sales-checks.ts';
import { WORK_CHECKS } from './work-checks.ts';

/** Maximum faults shown per check; the rest are counted. */
const MAX_SHOWN = 5;

export const CHECKS: readonly Check[] = [
  ...SALES_CHECKS,
  ...REFUND_CHECKS,
  ...LEDGER_CHECKS,
  ...WORK_CHECKS,
];

export interface Fault {
  readonly subject: string;
  readonly fault: string;
}

/** A check's result: no faults, or their number and the first of them. */
export interface Examined {
  readonly check: Pick<Check, 'promise' | 'advice'>;
  readonly count: number;
  readonly faults: readonly Fault[];
}

/**
 * Checks the books of a database whose schema is up to date; reads only. Events are kept for
 * `retentionDays`, the service's setting; older charges and refunds needn't have one.
 */
export async function examine(
  db: Queryable,
  now: Date,
  retentionDays = configShape.RETENTION_DAYS.parse(undefined),
): Promise<Examined[]> {
  // An event is written after its charge got its ID. The hour is for clocks that differ.
  const firstKeptId = lowestUuidAt(addMs(now, HOUR_MS - retentionDays * DAY_MS));
  const examined: Examined[] = [];
  for (const check of CHECKS) {
    const found = await db.query<Fault & { readonly count: number }>(sql`
      select found.subject, found.fault, count(*) over ()::int as count
      from (${check.faults(now, firstKeptId)}) found order by found.subject limit ${MAX_SHOWN}`);
    const faults = found.map(({ subject, fault }) => ({ subject, fault }));
    examined.push({ check, count: found[0]?.count ?? 0, faults });
  }
  return examined;
}
