import type { Environment } from '../contract/caller.ts';
import { type Queryable, sql } from '../database/database.ts';

export interface WebhookKeyRow {
  readonly environment: Environment;
  /** Number of the environment's key pair, from 1. */
  readonly generation: number;
  /** SPKI PEM. */
  readonly publicKey: string;
  /** PKCS #8 PEM, sealed. */
  readonly sealedPrivateKey: string;
  /** When it starts signing; it signs until the next generation does. */
  readonly activeFrom: Date;
}

/** All key pairs by environment, oldest first. */
export function findWebhookKeys(db: Queryable): Promise<WebhookKeyRow[]> {
  return db.query(sql`
    select environment, generation, public_key as "publicKey",
      sealed_private_key as "sealedPrivateKey", active_from as "activeFrom"
    from webhook_key order by environment, generation`);
}

/** Stores a key pair unless its generation exists: if two processes start together, one wins. */
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
