import { createPublicKey, type KeyObject } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from '../../contract/caller.ts';
import { type Database, type Queryable, sql } from '../../database/database.ts';
import { markKeyUsed } from '../../domain/api-key/api-key.queries.ts';
import { isUsable } from '../../domain/api-key/api-key.ts';
import type { Id } from '../../kit/id.ts';
import { toIso } from '../../kit/time.ts';
import { storesRequireFactor, usableStores } from './usable-stores.ts';

export interface LiveKey {
  readonly id: string;
  readonly environment: Environment;
  readonly publicKey: KeyObject;
  /** Null if the account had a second factor when the key was created. */
  readonly withoutSecondFactorSince: string | null;
  /** Whether any store of the merchant's requires a second factor. */
  readonly storesRequireFactor: boolean;
  /** The live stores that the merchant can use with it. */
  readonly storeIds: readonly Id<'STO'>[];
}

export interface KeyLookup {
  /** The merchant's current live keys in the database, without unusable ones. */
  find(merchantId: Id<'MER'>, now: Date): Promise<readonly LiveKey[]>;
  /** Records that the key was used; written at most once a minute. */
  markUsed(key: LiveKey, now: Date): void;
}

interface KeyRow {
  readonly id: string;
  readonly merchantId: Id<'MER'>;
  readonly environment: Environment;
  readonly publicKey: string;
  readonly expiresAt: Date | null;
  readonly plainSince: Date | null;
  readonly storesRequireFactor: boolean;
  readonly storeIds: readonly Id<'STO'>[];
}

/** Milliseconds between two writes of a key's last use. */
const MARK_EVERY_MS = 60_000;
/** Milliseconds to wait for a statement before starting the next one in parallel. */
const MAX_WAIT_MS = 20;
/** Maximum parsed keys kept in memory, about 3 KB each. */
const MAX_CACHED_KEYS = 10_000;

/**
 * Reads live keys on every call, so deleting a key takes effect immediately. One statement runs at
 * a time, and calls that arrive in the meantime share the next one. It starts after all of them, so
 * none sees older data than a statement of its own would show. Parsing a PEM costs as much as six
 * verifications, so parsed keys are cached by key ID (they never change).
 */
export function createKeyLookup(database: Database): KeyLookup {
  const parsed = new Map<string, KeyObject | null>();
  const marked = new Map<string, number>();
  let running: Promise<unknown> = Promise.resolve();
  let batch: Promise<readonly KeyRow[]> | null = null;
  let wanted = new Set<Id<'MER'>>();

  const readBatch = async () => {
    await Promise.race([running, delay(MAX_WAIT_MS)]);
    await new Promise((resolve) => setImmediate(resolve));
    const rows = listLiveKeys(database, [...wanted]);
    running = rows.catch(() => {});
    wanted = new Set();
    batch = null;
    return rows;
  };
  const parse = ({ id, publicKey }: KeyRow): KeyObject | null => {
    const known = parsed.get(id);
    if (known !== undefined) return known;
    if (parsed.size >= MAX_CACHED_KEYS) parsed.clear();
    const key = parseUsable(publicKey);
    parsed.set(id, key);
    return key;
  };
  return {
    find: async (merchantId, now) => {
      wanted.add(merchantId);
      batch ??= readBatch();
      const rows = (await batch).filter(
        (row) => row.merchantId === merchantId && (row.expiresAt === null || row.expiresAt > now),
      );
      return rows.flatMap((row) => {
        const publicKey = parse(row);
        const { id, environment, plainSince, storesRequireFactor, storeIds } = row;
        if (!publicKey) return [];
        const withoutSecondFactorSince = plainSince && toIso(plainSince);
        const known = { id, environment, publicKey, storeIds };
        return [{ ...known, withoutSecondFactorSince, storesRequireFactor }];
      });
    },
    markUsed: ({ id }, now) => {
      if (now.getTime() - (marked.get(id) ?? 0) < MARK_EVERY_MS) return;
      if (marked.size >= MAX_CACHED_KEYS) marked.clear();
      marked.set(id, now.getTime());
      // The next use makes up for a lost update.
      markKeyUsed(database, id, now).catch(() => marked.delete(id));
    },
  };
}

/** Null for an unusable key, registered before keys were checked. */
function parseUsable(pem: string): KeyObject | null {
  try {
    const key = createPublicKey(pem);
    return isUsable(key) ? key : null;
  } catch {
    return null;
  }
}

const PLAIN_SINCE = sql`case when not api_key.two_factor then api_key.created_at end`;

function listLiveKeys(db: Queryable, merchantIds: readonly string[]): Promise<KeyRow[]> {
  return db.query<KeyRow>(sql`
    select id, merchant_id as "merchantId", environment, public_key as "publicKey",
      expires_at as "expiresAt", ${PLAIN_SINCE} as "plainSince",
      ${storesRequireFactor(sql`api_key.merchant_id`)} as "storesRequireFactor",
      ${usableStores(sql`api_key.merchant_id`, PLAIN_SINCE)} as "storeIds"
    from api_key
    where merchant_id = any(${merchantIds}::uuid[]) and deleted_at is null`);
}
