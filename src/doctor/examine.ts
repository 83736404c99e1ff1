import { type Queryable, sql } from '../database/database.ts';
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

/** Checks the books of a database whose schema is up to date; reads only. */
export async function examine(db: Queryable, now: Date): Promise<Examined[]> {
  const examined: Examined[] = [];
  for (const check of CHECKS) {
    const found = await db.query<Fault & { readonly count: number }>(sql`
      select found.subject, found.fault, count(*) over ()::int as count
      from (${check.faults(now)}) found order by found.subject limit ${MAX_SHOWN}`);
    const faults = found.map(({ subject, fault }) => ({ subject, fault }));
    examined.push({ check, count: found[0]?.count ?? 0, faults });
  }
  return examined;
}
