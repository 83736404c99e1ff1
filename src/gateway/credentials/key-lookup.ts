import { createPublicKey, type KeyObject } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from '../../contract/caller.ts';
import { type Database, type Queryable, sql } from '../../database/database.ts';
import { markKeyUsed } from '../../domain/api-key/api-key.queries.ts';
import { isUsable } from '../../domain/api-key/api-key.ts';
import type { Id } from '../../kit/id.ts';
import { toIso } from '../../kit/time.ts';
import { usableStores } from './usable-stores.ts';

export interface LiveKey {
  readonly id: string;
  readonly environment: Environment;
  readonly publicKey: KeyObject;
  /** Null: the account had a second factor when the key was made. */
  readonly withoutSecondFactorSince: string | null;
  /** The live stores that its merchant may use with it. */
  readonly storeIds: readonly Id<'STO'>[];
}

export interface KeyLookup {
  /** The merchant's live keys as the database holds them now, without those that are unusable. */
  find(merchantId: Id<'MER'>, now: Date): Promise<readonly LiveKey[]>;
  /** Notes that the key was used; written at most once a minute. */
  markUsed(key: LiveKey, now: Date): void;
}

interface KeyRow {
  readonly id: string;
  readonly merchantId: Id<'MER'>;
  readonly environment: Environment;
  readonly publicKey: string;
  readonly expiresAt: Date | null;
  readonly plainSince: Date | null;
  readonly storeIds: readonly Id<'STO'>[];
}

/** Milliseconds between two writes of a key's last use. */
const MARK_EVERY_MS = 60_000;
/** Milliseconds that a statement is waited for before the next one runs beside it. */
const MAX_WAIT_MS = 20;
/** Parsed keys kept in memory, of some 3 KB each. */
const MAX_CACHED_KEYS = 10_000;

/**
 * Reads live keys on every call, so a deleted key dies at once. One statement runs at a time; what
 * comes meanwhile shares the next, which begins later than all of them, so nobody reads an older
 * list than a statement of one's own would show.
 * Parsing a PEM costs six verifications, so parsed keys are kept by key id (they never change).
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
        const { id, environment, plainSince, storeIds } = row;
        const withoutSecondFactorSince = plainSince && toIso(plainSince);
        return publicKey
          ? [{ id, environment, publicKey, withoutSecondFactorSince, storeIds }]
          : [];
      });
    },
    markUsed: ({ id }, now) => {
      if (now.getTime() - (marked.get(id) ?? 0) < MARK_EVERY_MS) return;
      if (marked.size >= MAX_CACHED_KEYS) marked.clear();
      marked.set(id, now.getTime());
      // A lost mark is made up for by the next use.
      markKeyUsed(database, id, now).catch(() => marked.delete(id));
    },
  };
}

/** Null for a key that was registered before only usable ones were. */
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
      ${usableStores(sql`api_key.merchant_id`, PLAIN_SINCE)} as "storeIds"
    from api_key
    where merchant_id = any(${merchantIds}::uuid[]) and deleted_at is null`);
}
