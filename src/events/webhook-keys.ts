import { createPrivateKey, generateKeyPair, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { Environment } from '../contract/caller.ts';
import type { Secrets } from '../contract/ports.ts';
import type { Database } from '../database/database.ts';
import { findWebhookKeys, insertWebhookKey, type WebhookKeyRow } from './webhook-keys.queries.ts';

/** Decisions 8: bits of the RSA pair of each environment. */
const KEY_BITS = 2048;
const ENVIRONMENTS: readonly Environment[] = ['test', 'prod'];

/** The service's own key pairs, one for each environment, shared by all stores. */
export interface WebhookKeys {
  /** The public keys as SPKI PEM. */
  publicKeys(): Promise<Readonly<Record<Environment, string>>>;
  /** Base64 RSA-SHA256 (PKCS #1 v1.5) of the text, made off the main thread (decisions 8). */
  sign(environment: Environment, text: string): Promise<string>;
}

interface LoadedKey {
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}
type LoadedKeys = Readonly<Record<Environment, LoadedKey>>;

/** The key pairs in the database, made when they are first needed, read and parsed once. */
export function createWebhookKeys(
  database: Database,
  secrets: Secrets,
  readTime: () => Date,
): WebhookKeys {
  let loading: Promise<LoadedKeys> | null = null;
  const load = () => {
    loading ??= loadKeys(database, secrets, readTime).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  return {
    publicKeys: async () => {
      const { test, prod } = await load();
      return { test: test.publicKey, prod: prod.publicKey };
    },
    sign: async (environment, text) => {
      const { privateKey } = (await load())[environment];
      // With a callback the work is done on the thread pool: a signature costs 0.3 ms and more.
      return new Promise((resolve, reject) => {
        sign('sha256', Buffer.from(text), privateKey, (error, signature) => {
          if (error) reject(error);
          else resolve(signature.toString('base64'));
        });
      });
    },
  };
}

async function loadKeys(
  database: Database,
  secrets: Secrets,
  readTime: () => Date,
): Promise<LoadedKeys> {
  const found = await findWebhookKeys(database);
  if (found.length === ENVIRONMENTS.length) return parseKeys(found, secrets);
  await Promise.all(
    ENVIRONMENTS.map(async (environment) => {
      const key = await generateKey(environment, secrets);
      await insertWebhookKey(database, key, readTime());
    }),
  );
  return parseKeys(await findWebhookKeys(database), secrets);
}

async function generateKey(environment: Environment, secrets: Secrets): Promise<WebhookKeyRow> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const sealedPrivateKey = secrets.seal(privateKey, sealContext(environment));
  return { environment, publicKey, sealedPrivateKey };
}

function parseKeys(rows: readonly WebhookKeyRow[], secrets: Secrets): LoadedKeys {
  const entries = rows.map(({ environment, publicKey, sealedPrivateKey }) => {
    const pem = secrets.open(sealedPrivateKey, sealContext(environment));
    return [environment, { publicKey, privateKey: createPrivateKey(pem) }];
  });
  return Object.fromEntries(entries) as LoadedKeys;
}

function sealContext(environment: Environment): string {
  return `webhook-key/${environment}`;
}
