import type { Environment } from '../contract/caller.ts';
import { type Queryable, sql } from '../database/database.ts';

export interface WebhookKeyRow {
  readonly environment: Environment;
  /** SPKI PEM. */
  readonly publicKey: string;
  /** PKCS #8 PEM, sealed. */
  readonly sealedPrivateKey: string;
}

/** The key pairs of the environments that have one. */
export function findWebhookKeys(db: Queryable): Promise<WebhookKeyRow[]> {
  return db.query(sql`
    select environment, public_key as "publicKey", sealed_private_key as "sealedPrivateKey"
    from webhook_key`);
}

/** Keeps a key pair unless the environment has one: of two processes that start, one wins. */
export async function insertWebhookKey(
  db: Queryable,
  key: WebhookKeyRow,
  now: Date,
): Promise<void> {
  await db.query(sql`
    insert into webhook_key (environment, public_key, sealed_private_key, created_at)
    values (${key.environment}, ${key.publicKey}, ${key.sealedPrivateKey}, ${now})
    on conflict (environment) do nothing`);
}
