import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { Environment } from '../contract/caller.ts';
import type { Secrets } from '../contract/ports.ts';
import type { Database } from '../database/database.ts';
import { addMs } from '../kit/time.ts';
import { generateWebhookKey, openWebhookKey } from './webhook-key-pair.ts';
import { findWebhookKeys, insertWebhookKey, type WebhookKeyRow } from './webhook-keys.queries.ts';

const ENVIRONMENTS: readonly Environment[] = ['test', 'prod'];
/** Milliseconds after which the keys are read again. */
const FRESH_MS = 60_000;
/**
 * Milliseconds for which keys can sign without the database: half of the shortest notice of a
 * rotation, so that they include the current key.
 */
const USABLE_MS = 30 * 60_000;
/** Milliseconds for which a retired key stays published. */
const PREVIOUS_SHOWN_MS = 30 * 24 * 60 * 60 * 1_000;

type ByEnvironment<T> = Readonly<Record<Environment, T>>;

/**
 * Contents of `/.well-known/webhook-keys.json`: the active keys as PEM, with the next and previous
 * ones.
 */
export type PublishedKeys = ByEnvironment<string> & {
  /** Announced: starts signing at this time. */
  readonly next: ByEnvironment<{ readonly publicKey: string; readonly from: Date } | null>;
  /** Replaced: signed until this time. */
  readonly previous: ByEnvironment<readonly { readonly publicKey: string; readonly until: Date }[]>;
};

/** The service's own key pairs, one per environment, shared by all stores. */
export interface WebhookKeys {
  /** The active public keys as SPKI PEM. */
  publicKeys(): Promise<ByEnvironment<string>>;
  published(): Promise<PublishedKeys>;
  /**
   * Base64 RSA-SHA256 (PKCS #1 v1.5) signature of the text with the key active at the time,
   * computed off the main thread (docs/contract/delivery.md).
   */
  sign(environment: Environment, text: string, at: Date): Promise<string>;
}

interface LoadedKey extends WebhookKeyRow {
  readonly privateKey: KeyObject;
}
type LoadedKeys = ByEnvironment<readonly LoadedKey[]>;

/** The key pairs in the database, created when first needed and reread every minute. */
export function createWebhookKeys(
  database: Database,
  secrets: Secrets,
  readTime: () => Date,
): WebhookKeys {
  let known: { readonly keys: LoadedKeys; readonly readAt: number } | null = null;
  let reading: Promise<LoadedKeys> | null = null;
  const ageAt = (at: Date) => (known ? at.getTime() - known.readAt : Number.POSITIVE_INFINITY);
  const read = (at: Date) => {
    reading ??= loadKeys(database, secrets, at)
      .then((keys) => {
        known = { keys, readAt: at.getTime() };
        return keys;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  /** Signing doesn't wait for an unavailable database. */
  const usable = (at: Date): LoadedKeys | Promise<LoadedKeys> => {
    if (known === null || ageAt(at) >= USABLE_MS) return read(at);
    if (ageAt(at) >= FRESH_MS) read(at).catch(() => {});
    return known.keys;
  };
  const published = async () => {
    const at = readTime();
    return describeKeys(known && ageAt(at) < FRESH_MS ? known.keys : await read(at), at);
  };
  return {
    publicKeys: async () => {
      const { test, prod } = await published();
      return { test, prod };
    },
    published,
    sign: async (environment, text, at) => {
      const { privateKey } = activeKey((await usable(at))[environment], at);
      // With a callback, the work runs on the thread pool: a signature takes at least 0.3 ms.
      return new Promise((resolve, reject) => {
        sign('sha256', Buffer.from(text), privateKey, (error, signature) => {
          if (error) reject(error);
          else resolve(signature.toString('base64'));
        });
      });
    },
  };
}

/** The latest key whose time has come, or the first key before that. */
function activeKey(keys: readonly LoadedKey[], at: Date): LoadedKey {
  return (keys.findLast(({ activeFrom }) => activeFrom <= at) ?? keys[0]) as LoadedKey;
}

function describeKeys(keys: LoadedKeys, at: Date): PublishedKeys {
  const of = <T>(describe: (keys: readonly LoadedKey[]) => T): ByEnvironment<T> => ({
    test: describe(keys.test),
    prod: describe(keys.prod),
  });
  const shownSince = addMs(at, -PREVIOUS_SHOWN_MS);
  return {
    ...of((list) => activeKey(list, at).publicKey),
    next: of((list) => {
      const next = list.find(({ activeFrom }) => activeFrom > at);
      const isFirst = next === undefined || next === activeKey(list, at);
      return isFirst ? null : { publicKey: next.publicKey, from: next.activeFrom };
    }),
    previous: of((list) =>
      list.flatMap(({ publicKey }, index) => {
        const until = list[index + 1]?.activeFrom;
        return until && until <= at && until > shownSince ? [{ publicKey, until }] : [];
      }),
    ),
  };
}

async function loadKeys(database: Database, secrets: Secrets, at: Date): Promise<LoadedKeys> {
  const found = await findWebhookKeys(database);
  const missing = ENVIRONMENTS.filter((one) => !found.some((key) => key.environment === one));
  if (missing.length === 0) return parseKeys(found, secrets);
  await Promise.all(
    missing.map(async (environment) => {
      const key = await generateWebhookKey(environment, secrets);
      await insertWebhookKey(database, { ...key, generation: 1, activeFrom: at }, at);
    }),
  );
  return parseKeys(await findWebhookKeys(database), secrets);
}

function parseKeys(rows: readonly WebhookKeyRow[], secrets: Secrets): LoadedKeys {
  const parsed = rows.map((row) => ({
    ...row,
    privateKey: createPrivateKey(openWebhookKey(row, secrets)),
  }));
  const of = (environment: Environment) => parsed.filter((key) => key.environment === environment);
  return { test: of('test'), prod: of('prod') };
}
