import type { Config } from '../../config.ts';
import type { Secrets } from '../../contract/ports.ts';
import type { Queryable } from '../../database/database.ts';
import { webhookKeyContext } from '../../events/webhook-key-pair.ts';
import { findWebhookKeys } from '../../events/webhook-keys.queries.ts';
import { readSecretKey } from '../../secret-key.ts';
import { createSecrets } from '../../secrets.ts';
import { findSealed } from './sealed.queries.ts';
import { SEALED_PLACES } from './sealed-places.ts';

/** What an operator reads if the database's secrets were encrypted with another key. */
export const OTHER_KEY =
  "SECRET_KEY doesn't decrypt the secrets of this database. Set SECRET_KEY to the key that the service had. If you are changing the key, also set SECRET_KEY_PREVIOUS to the old one.";

/** A secret as it is stored, and what it is bound to. */
export interface SealedSample {
  readonly sealed: string;
  readonly context: string;
}

/**
 * The service's secret key. Throws if it isn't the one that the database's secrets are encrypted
 * with: signing would fail later, and new secrets would be encrypted with the wrong key.
 */
export async function readOwnKey(config: Config, database: Queryable): Promise<string> {
  const samples = await findSamples(database);
  const secretKey = await readSecretKey(config, samples.length > 0);
  if (isOwnKey(samples, secretKey, config.SECRET_KEY_PREVIOUS)) return secretKey;
  throw new Error(OTHER_KEY);
}

/**
 * The webhook keys, without which nothing can be signed. If there are none, one secret of each kind
 * that is kept.
 */
export async function findSamples(db: Queryable): Promise<SealedSample[]> {
  const keys = await findWebhookKeys(db);
  if (keys.length > 0) {
    return keys.map(({ sealedPrivateKey, environment }) => ({
      sealed: sealedPrivateKey,
      context: webhookKeyContext(environment),
    }));
  }
  const samples: SealedSample[] = [];
  for (const place of SEALED_PLACES.filter(({ isOfMinutes }) => !isOfMinutes)) {
    const row = await findSealed(db, place);
    if (row) samples.push({ sealed: row.sealed, context: place.context(row.bound) });
  }
  return samples;
}

/**
 * Whether the key, or the previous one while it is changed, decrypts any of the samples: single
 * secrets may be left of a key that was lost. A database without secrets takes every key.
 */
export function isOwnKey(
  samples: readonly SealedSample[],
  secretKey: string,
  previousKey: string | undefined,
): boolean {
  const secrets = createSecrets(secretKey, previousKey);
  return samples.length === 0 || samples.some((sample) => isOpenedBy(secrets, sample));
}

function isOpenedBy(secrets: Secrets, { sealed, context }: SealedSample): boolean {
  try {
    secrets.open(sealed, context);
    return true;
  } catch {
    return false;
  }
}
