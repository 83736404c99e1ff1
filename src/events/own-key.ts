import type { Config } from '../config.ts';
import type { Secrets } from '../contract/ports.ts';
import type { Queryable } from '../database/database.ts';
import { readSecretKey } from '../secret-key.ts';
import { createSecrets } from '../secrets.ts';
import { openWebhookKey } from './webhook-key-pair.ts';
import { findWebhookKeys, type WebhookKeyRow } from './webhook-keys.queries.ts';

/** What an operator reads if the database's secrets were encrypted with another key. */
export const OTHER_KEY =
  "SECRET_KEY doesn't decrypt the secrets of this database: set the service's own, and SECRET_KEY_PREVIOUS while you change it";

/**
 * The service's secret key. Throws if it isn't the one that the database's secrets are encrypted
 * with: signing would fail later, and new secrets would be encrypted with the wrong key.
 */
export async function readOwnKey(config: Config, database: Queryable): Promise<string> {
  const keys = await findWebhookKeys(database);
  const secretKey = await readSecretKey(config, keys.length > 0);
  if (isOwnKey(keys, secretKey, config.SECRET_KEY_PREVIOUS)) return secretKey;
  throw new Error(OTHER_KEY);
}

/**
 * Whether the key, or the previous one while it is changed, decrypts any of the database's webhook
 * keys. A database without webhook keys takes every key.
 */
export function isOwnKey(
  keys: readonly WebhookKeyRow[],
  secretKey: string,
  previousKey: string | undefined,
): boolean {
  const secrets = createSecrets(secretKey, previousKey);
  return keys.length === 0 || keys.some((key) => isOpenedBy(secrets, key));
}

function isOpenedBy(secrets: Secrets, key: WebhookKeyRow): boolean {
  try {
    return openWebhookKey(key, secrets) !== '';
  } catch {
    return false;
  }
}
