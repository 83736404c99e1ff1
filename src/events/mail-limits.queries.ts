import type { ErrorRow } from '../contract/errors.ts';
import { type Queryable, sql, type Tx } from '../database/database.ts';
import type { Id } from '../kit/id.ts';
import { HOUR_MS } from '../kit/period.ts';
import { addMs } from '../kit/time.ts';

/**
 * When an address, which may get that many mails of one type within an hour from all stores, may
 * get another; null if it may now. Transactions that count the same mails wait for each other, so
 * that each counts what those before it queued.
 */
export async function nextMailAt(
  tx: Tx,
  { toAddress, type, maxAnHour }: MailLimit,
  now: Date,
): Promise<Date | null> {
  const counted = `mails ${type} ${toAddress}`;
  const [, [row]] = await Promise.all([
    tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${counted}, 0))`),
    tx.query<{ createdAt: Date }>(sql`
      select created_at as "createdAt" from email_delivery
      where to_address = ${toAddress} and event_type = ${type}
        and created_at > ${addMs(now, -HOUR_MS)}
      order by created_at desc offset ${maxAnHour - 1} limit 1`),
  ]);
  return row ? addMs(row.createdAt, HOUR_MS) : null;
}

/** Throws `row` if the address has already got that many mails within the hour. */
export async function limitMails(
  tx: Tx,
  limit: MailLimit,
  row: ErrorRow,
  now: Date,
): Promise<void> {
  const nextAt = await nextMailAt(tx, limit, now);
  if (nextAt) throw row.until(nextAt, now);
}

/** How many mails of one type an address may get within an hour. */
export interface MailLimit {
  readonly toAddress: string;
  readonly type: string;
  readonly maxAnHour: number;
}

/**
 * Lists when a store sent mails of the types since a time, newest first, and whether to the
 * address. Both environments are named because they precede the time in the index.
 */
export function listStoreMails(
  db: Queryable,
  storeId: Id<'STO'>,
  toAddress: string,
  types: readonly string[],
  since: Date,
): Promise<{ readonly createdAt: Date; readonly isToAddress: boolean }[]> {
  return db.query(sql`
    select created_at as "createdAt", lower(to_address) = lower(${toAddress}) as "isToAddress"
    from email_delivery
    where store_id = ${storeId} and environment = any(array['test', 'prod'])
      and created_at > ${since} and event_type = any(${types}::text[])
    order by created_at desc`);
}
