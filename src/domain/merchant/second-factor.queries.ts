import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

export interface SecondFactorRow {
  /** Null if the account has only passkeys and no authenticator. */
  readonly sealedSecret: string | null;
  readonly isConfirmed: boolean;
  readonly failures: number;
  readonly failingSince: Date | null;
}

/** The account's authenticator, locked for the transaction. */
export function lockSecondFactor(db: Queryable, merchantId: Id<'MER'>): Promise<SecondFactorRow[]> {
  return db.query<SecondFactorRow>(sql`
    select sealed_secret as "sealedSecret", confirmed_at is not null as "isConfirmed", failures,
      failing_since as "failingSince"
    from second_factor where merchant_id = ${merchantId} for update`);
}

/** Returns a row if the account has a confirmed authenticator. */
export function findAuthenticator(db: Queryable, merchantId: Id<'MER'>): Promise<object[]> {
  return db.query(sql`
    select merchant_id from second_factor
    where merchant_id = ${merchantId} and confirmed_at is not null`);
}

/**
 * Since when login by password requires the account's second factor; null if it has none. The time
 * changes when an authenticator is confirmed.
 */
export async function findFactorStart(db: Queryable, merchantId: Id<'MER'>): Promise<Date | null> {
  const [factor] = await db.query<{ startedAt: Date | null }>(sql`
    select coalesce(
      (select confirmed_at from second_factor where merchant_id = ${merchantId}),
      (select min(created_at) from passkey where merchant_id = ${merchantId})) as "startedAt"`);
  return factor?.startedAt ?? null;
}

/** Whether login by password requires a second factor. */
export async function hasSecondFactor(db: Queryable, merchantId: Id<'MER'>): Promise<boolean> {
  return (await findFactorStart(db, merchantId)) !== null;
}

/** Inserts the row that counts an account's wrong codes, unless it exists. */
export async function makeFactorRow(
  db: Queryable,
  merchantId: Id<'MER'>,
  now: Date,
): Promise<void> {
  await db.query(sql`
    insert into second_factor (merchant_id, created_at) values (${merchantId}, ${now})
    on conflict do nothing`);
}

/** Removes the authenticator; passkeys and recovery codes stay. */
export async function deleteAuthenticator(db: Queryable, merchantId: Id<'MER'>): Promise<void> {
  await db.query(sql`
    update second_factor set sealed_secret = null, confirmed_at = null
    where merchant_id = ${merchantId}`);
}

/** Stores an unconfirmed secret; returns no row if one is already confirmed. */
export function putSecondFactor(
  db: Queryable,
  merchantId: Id<'MER'>,
  sealedSecret: string,
  now: Date,
): Promise<object[]> {
  return db.query(sql`
    insert into second_factor (merchant_id, sealed_secret, created_at)
    values (${merchantId}, ${sealedSecret}, ${now})
    on conflict (merchant_id) do update
      set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
      where second_factor.confirmed_at is null
    returning merchant_id`);
}

/** Uses up a time step's code; returns no row if it or a later one was used before. */
export function takeStep(db: Queryable, merchantId: Id<'MER'>, step: number): Promise<object[]> {
  return db.query(sql`
    update second_factor set last_step = ${step}, failures = 0, failing_since = null
    where merchant_id = ${merchantId} and last_step < ${step}
    returning merchant_id`);
}

/** Returns no row unless that secret still waits to be confirmed. */
export function confirmAuthenticator(
  db: Queryable,
  merchantId: Id<'MER'>,
  sealedSecret: string,
  now: Date,
): Promise<object[]> {
  return db.query(sql`
    update second_factor set confirmed_at = ${now}
    where merchant_id = ${merchantId} and confirmed_at is null and sealed_secret = ${sealedSecret}
    returning merchant_id`);
}

/** Uses up a recovery code; returns no row if it doesn't exist. */
export function takeRecoveryCode(
  db: Queryable,
  merchantId: Id<'MER'>,
  codeHash: Buffer,
): Promise<object[]> {
  return db.query(sql`
    delete from recovery_code
    where merchant_id = ${merchantId} and code_hash = ${codeHash} returning merchant_id`);
}

/** Counts a wrong code; codes from before the given time no longer count. */
export async function countFailure(
  db: Queryable,
  merchantId: Id<'MER'>,
  since: Date,
  now: Date,
): Promise<void> {
  await db.query(sql`
    update second_factor set
      failures = case when failing_since > ${since} then failures + 1 else 1 end,
      failing_since = case when failing_since > ${since}
        then failing_since else ${now}::timestamptz end
    where merchant_id = ${merchantId}`);
}

/** Replaces all recovery codes with new ones. */
export async function replaceRecoveryCodes(
  db: Queryable,
  merchantId: Id<'MER'>,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await db.query(sql`delete from recovery_code where merchant_id = ${merchantId}`);
  for (const hash of hashes) {
    await db.query(sql`
      insert into recovery_code (merchant_id, code_hash, created_at)
      values (${merchantId}, ${hash}, ${now})`);
  }
}

/** Removes the second factor with its recovery codes. */
export async function deleteSecondFactor(db: Queryable, merchantId: Id<'MER'>): Promise<void> {
  await db.query(sql`
    with codes as (delete from recovery_code where merchant_id = ${merchantId})
    delete from second_factor where merchant_id = ${merchantId}`);
}
