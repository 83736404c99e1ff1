import { type Queryable, sql } from '../database/database.ts';
import type { Id } from '../kit/id.ts';

/** A caller's key. */
export interface Key {
  readonly scope: string;
  readonly key: string;
}

interface ClaimTimes {
  readonly now: Date;
  readonly leasedUntil: Date;
  readonly expiresAt: Date;
}

/** An answer and the store it is about. */
export interface Answered {
  readonly answer: string;
  readonly storeId: Id<'STO'> | null;
}

export interface StoredAnswer extends Answered {
  /** Whether commits wait for a standby. */
  readonly isSynchronous: boolean;
}

interface FoundKey extends Omit<StoredAnswer, 'answer'> {
  readonly claimed: boolean;
  readonly answer: string | null;
}

/**
 * Locks the key for the transaction. Fails immediately if another transaction has locked it, or if
 * it has an answer or a claim (`isKeyInUse`).
 */
export async function lockKey(tx: Queryable, { scope, key }: Key, now: Date): Promise<void> {
  await tx.query(sql`select lock_idempotency_key(${scope}, ${key}, ${now})`);
}

/** The answer that is stored under the key, if any. */
export function findAnswer(db: Queryable, { scope, key }: Key, now: Date): Promise<StoredAnswer[]> {
  return db.query<StoredAnswer>(sql`
    select answer, store_id as "storeId",
      current_setting('synchronous_standby_names') <> '' as "isSynchronous"
    from idempotency_key
    where scope = ${scope} and key = ${key} and expires_at > ${now} and answer is not null`);
}

/** Stores the answer in the transaction that locked the key. Fails if a row exists. */
export async function insertAnswer(
  tx: Queryable,
  { scope, key, id }: Claim,
  { answer, storeId }: Answered,
  { now, expiresAt }: Pick<ClaimTimes, 'now' | 'expiresAt'>,
): Promise<void> {
  await tx.query(sql`
    insert into idempotency_key (scope, key, claim, leased_until, expires_at, answer, store_id)
    values (${scope}, ${key}, ${id}, ${now}, ${expiresAt}, ${answer}, ${storeId})`);
}

/**
 * Claims a key that is new or expired, or whose claim has expired. A live key is only read, so a
 * request never waits for the one that claimed it.
 */
export function claimKey(db: Queryable, claim: Claim, times: ClaimTimes): Promise<FoundKey[]> {
  return db.query<FoundKey>(sql`
    with free as materialized (
      select true as free where pg_try_advisory_xact_lock(
        hashtextextended(${claim.scope}::text || ' ' || ${claim.key}::text, 0))
    ), live as (
      select answer, store_id from idempotency_key
      where scope = ${claim.scope} and key = ${claim.key} and expires_at > ${times.now}
        and (answer is not null or leased_until > ${times.now})
    ), claimed as (
      insert into idempotency_key (scope, key, claim, leased_until, expires_at)
      select ${claim.scope}, ${claim.key}, ${claim.id}::uuid, ${times.leasedUntil}::timestamptz,
        ${times.expiresAt}::timestamptz
      from free where not exists (select from live)
      on conflict (scope, key) do update
        set claim = excluded.claim, leased_until = excluded.leased_until,
          expires_at = excluded.expires_at, answer = null, store_id = null
        where idempotency_key.expires_at <= ${times.now}
          or (idempotency_key.answer is null and idempotency_key.leased_until <= ${times.now})
      returning true as claimed
    )
    select exists (select from claimed) as claimed, (select answer from live) as answer,
      (select store_id from live) as "storeId",
      current_setting('synchronous_standby_names') <> '' as "isSynchronous"`);
}

/** Returns once a standby has the answer, too: locking its row is logged and committed after it. */
export async function awaitCopy(db: Queryable, { scope, key }: Key): Promise<void> {
  await db.query(sql`
    select from idempotency_key where scope = ${scope} and key = ${key} for key share`);
}

/** Extends the claim's lease unless it has been answered or taken over. */
export async function extendClaim(db: Queryable, claim: Claim, leasedUntil: Date): Promise<void> {
  await db.query(sql`
    update idempotency_key set leased_until = ${leasedUntil}
    where scope = ${claim.scope} and key = ${claim.key} and claim = ${claim.id}
      and answer is null`);
}

/** Stores the answer if the claim is still valid; returns a row if so. */
export function storeAnswer(
  db: Queryable,
  claim: Claim,
  { answer, storeId }: Answered,
): Promise<unknown[]> {
  return db.query(sql`
    update idempotency_key set answer = ${answer}, store_id = ${storeId}
    where scope = ${claim.scope} and key = ${claim.key} and claim = ${claim.id}
      and answer is null
    returning 1`);
}

/** Deletes a claim without an answer. */
export async function releaseClaim(db: Queryable, claim: Claim): Promise<void> {
  await db.query(sql`
    delete from idempotency_key
    where scope = ${claim.scope} and key = ${claim.key} and claim = ${claim.id}
      and answer is null`);
}

/** Deletes a batch of expired keys; returns their number. */
export async function sweepExpiredKeys(db: Queryable, now: Date, limit: number): Promise<number> {
  const swept = await db.query(sql`
    delete from idempotency_key where (scope, key) in (
      select scope, key from idempotency_key where expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked)
    returning 1`);
  return swept.length;
}

/** A request's claim on its key: no other request executes it at the same time. */
export interface Claim extends Key {
  readonly id: string;
}
