import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

/** A passkey as the browser options describe it. */
export interface PasskeyRow {
  readonly id: string;
  readonly name: string;
  readonly credentialId: string;
  readonly transports: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** A passkey with the key that verifies its responses. */
export interface KnownPasskey {
  readonly id: string;
  readonly merchantId: Id<'MER'>;
  readonly publicKey: Buffer;
  readonly counter: bigint;
}

/** The account's passkeys, oldest first. */
export function listOwnPasskeys(db: Queryable, merchantId: Id<'MER'>): Promise<PasskeyRow[]> {
  return db.query<PasskeyRow>(sql`
    select id, name, credential_id as "credentialId", transports, created_at as "createdAt",
      last_used_at as "lastUsedAt"
    from passkey where merchant_id = ${merchantId} order by created_at, id`);
}

export function findPasskey(db: Queryable, credentialId: string): Promise<KnownPasskey[]> {
  return db.query<KnownPasskey>(sql`
    select id, merchant_id as "merchantId", public_key as "publicKey", counter
    from passkey where credential_id = ${credentialId}`);
}

/** Adds a passkey; returns no row if any account already has its credential. */
export function insertPasskey(
  db: Queryable,
  passkey: PasskeyRow & {
    readonly merchantId: Id<'MER'>;
    readonly publicKey: Buffer;
    readonly counter: number;
  },
): Promise<object[]> {
  return db.query(sql`
    insert into passkey
      (id, merchant_id, name, credential_id, public_key, counter, transports, created_at)
    values (${passkey.id}, ${passkey.merchantId}, ${passkey.name}, ${passkey.credentialId},
      ${passkey.publicKey}, ${passkey.counter}, ${passkey.transports}, ${passkey.createdAt})
    on conflict (credential_id) do nothing returning id`);
}

/** Records a use; returns no row if the passkey was removed or its counter has changed since. */
export function usePasskey(
  db: Queryable,
  id: string,
  seen: bigint,
  counter: number,
  now: Date,
): Promise<object[]> {
  return db.query(sql`
    update passkey set counter = ${counter}, last_used_at = ${now}
    where id = ${id} and counter = ${seen} returning id`);
}

export function updatePasskeyName(
  db: Queryable,
  merchantId: Id<'MER'>,
  id: string,
  name: string,
): Promise<PasskeyRow[]> {
  return db.query<PasskeyRow>(sql`
    update passkey set name = ${name} where id = ${id} and merchant_id = ${merchantId}
    returning id, name, credential_id as "credentialId", transports, created_at as "createdAt",
      last_used_at as "lastUsedAt"`);
}

export function deletePasskey(
  db: Queryable,
  merchantId: Id<'MER'>,
  id: string,
): Promise<{ readonly name: string }[]> {
  return db.query(sql`
    delete from passkey where id = ${id} and merchant_id = ${merchantId} returning name`);
}

export async function deletePasskeys(db: Queryable, merchantId: Id<'MER'>): Promise<void> {
  await db.query(sql`delete from passkey where merchant_id = ${merchantId}`);
}

/** Uses up a challenge; returns no row if it was used before. Deletes expired challenges. */
export function takeChallenge(
  db: Queryable,
  challengeHash: Buffer,
  expiresAt: Date,
  now: Date,
): Promise<object[]> {
  return db.query(sql`
    with expired as (
      delete from answered_challenge where challenge_hash in (
        select challenge_hash from answered_challenge where expires_at < ${now}
        limit 100 for update skip locked)
    )
    insert into answered_challenge (challenge_hash, expires_at)
    values (${challengeHash}, ${expiresAt})
    on conflict do nothing returning challenge_hash`);
}
