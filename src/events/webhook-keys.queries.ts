import type { Environment } from '../contract/caller.ts';
import { type Queryable, sql } from '../database/database.ts';

export interface WebhookKeyRow {
  readonly environment: Environment;
  /** Counts the environment's keys from 1. */
  readonly generation: number;
  /** SPKI PEM. */
  readonly publicKey: string;
  /** PKCS #8 PEM, sealed. */
  readonly sealedPrivateKey: string;
  /** From when on it signs, until the next generation does. */
  readonly activeFrom: Date;
}

/** Every key pair there was, by environment from the first to the latest. */
export function findWebhookKeys(db: Queryable): Promise<WebhookKeyRow[]> {
  return db.query(sql`
    select environment, generation, public_key as "publicKey",
      sealed_private_key as "sealedPrivateKey", active_from as "activeFrom"
    from webhook_key order by environment, generation`);
}

/** Keeps a key pair unless its generation exists: of two processes that start, one wins. */
export async function insertWebhookKey(
  db: Queryable,
  key: WebhookKeyRow,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into webhook_key (environment, generation, public_key, sealed_private_key, active_from,
      created_at)
    values (${key.environment}, ${key.generation}, ${key.publicKey}, ${key.sealedPrivateKey},
      ${key.activeFrom}, ${now})
    on conflict (environment, generation) do nothing
    returning 1`);
  return rows.length > 0;
}
