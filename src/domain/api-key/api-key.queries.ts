import type { Environment } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

export interface ApiKeyRow {
  readonly id: string;
  readonly nickname: string;
  readonly environment: Environment;
  readonly recentlyUsedAt: Date | null;
  readonly createdAt: Date;
  /** Null if the key doesn't expire. */
  readonly expiresAt: Date | null;
}

const columns = sql`id, nickname, environment, recently_used_at as "recentlyUsedAt",
  created_at as "createdAt", expires_at as "expiresAt"`;

/** Locks the merchant for the transaction, so that limits on its rows are counted safely. */
export async function lockMerchant(db: Queryable, merchantId: Id<'MER'>): Promise<void> {
  await db.query(sql`select from merchant where id = ${merchantId} for no key update`);
}

/** Counts the merchant's live keys, and those with the nickname in the environment. */
export async function countLiveKeys(
  db: Queryable,
  merchantId: Id<'MER'>,
  environment: Environment,
  nickname: string,
): Promise<{ readonly all: number; readonly named: number }> {
  const [counts] = await db.query<{ all: number; named: number }>(sql`
    select count(*)::int as all,
      count(*) filter (where environment = ${environment} and nickname = ${nickname})::int as named
    from api_key where merchant_id = ${merchantId} and deleted_at is null`);
  return counts as { all: number; named: number };
}

/** Inserts a key; returns no row if any merchant has already registered its public key. */
export function insertApiKey(
  db: Queryable,
  key: {
    readonly id: string;
    readonly merchantId: Id<'MER'>;
    readonly environment: Environment;
    readonly nickname: string;
    readonly publicKey: string;
    readonly fingerprint: Buffer;
    readonly createdAt: Date;
    readonly expiresAt: Date | null;
    /** Whether the account now has a second factor. */
    readonly twoFactor: boolean;
  },
): Promise<ApiKeyRow[]> {
  return db.query<ApiKeyRow>(sql`
    insert into api_key
      (id, merchant_id, environment, nickname, public_key, fingerprint, created_at, expires_at,
        two_factor)
    values (${key.id}, ${key.merchantId}, ${key.environment}, ${key.nickname}, ${key.publicKey},
      ${key.fingerprint}, ${key.createdAt}, ${key.expiresAt},
      ${key.twoFactor})
    on conflict on constraint api_key_registered_once do nothing
    returning ${columns}`);
}

/** Marks the merchant's live key as deleted; returns no row if there is none. */
export function deleteApiKey(
  db: Queryable,
  merchantId: Id<'MER'>,
  id: string,
  now: Date,
): Promise<ApiKeyRow[]> {
  return db.query<ApiKeyRow>(sql`
    update api_key set deleted_at = ${now}
    where id = ${id} and merchant_id = ${merchantId} and deleted_at is null
    returning ${columns}`);
}

/** The merchant's live keys, oldest first. */
export function listLiveKeys(
  db: Queryable,
  merchantId: Id<'MER'>,
  now: Date,
): Promise<ApiKeyRow[]> {
  return db.query<ApiKeyRow>(sql`
    select ${columns} from api_key
    where merchant_id = ${merchantId} and deleted_at is null
      and (expires_at is null or expires_at > ${now})
    order by created_at`);
}

/** Marks every key of the merchant as deleted. */
export async function deleteAllKeys(
  db: Queryable,
  merchantId: Id<'MER'>,
  now: Date,
): Promise<void> {
  await db.query(sql`
    update api_key set deleted_at = ${now}
    where merchant_id = ${merchantId} and deleted_at is null`);
}

/** Records when the key was last used. */
export async function markKeyUsed(db: Queryable, id: string, now: Date): Promise<void> {
  await db.query(sql`update api_key set recently_used_at = ${now} where id = ${id}`);
}
