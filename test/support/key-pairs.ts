import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** Kept between runs: making a pair takes a tenth of a second. */
const folder = join(import.meta.dirname, '../../node_modules/.cache/tillgate');
const path = join(folder, 'test-key-pairs.json');
/** Pairs made in advance; a file that needs more makes them itself. */
const PREPARED = 64;

const generate = promisify(generateKeyPair);
let prepared: Promise<string[]> | undefined;
let taken = 0;

/** Pairs that test files share; each file has its own database, so none meets twice. */
async function prepareKeyPairs(): Promise<string[]> {
  const known = await readPrepared();
  if (known.length >= PREPARED) return known;
  const pems = await Promise.all(Array.from({ length: PREPARED }, generatePem));
  await mkdir(folder, { recursive: true });
  // Another process may be at it, too: each writes a file of its own, and the last one stays.
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, JSON.stringify(pems));
  await rename(unfinished, path);
  return pems;
}

/** The pairs may be taken from the first one on: there is another database. */
export function takeKeyPairsAnew(): void {
  taken = 0;
}

/** A pair that nobody else has who uses the same database. */
export async function takeKeyPair(): Promise<KeyPair> {
  // Promise and place are taken at once, so calls at the same time get pairs of their own.
  prepared ??= prepareKeyPairs();
  const place = taken;
  taken += 1;
  const privateKey = createPrivateKey((await prepared)[place] ?? (await generatePem()));
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

/** A public key of the same modulus with another exponent, as no tool makes it. */
export function withExponent(key: KeyObject, exponent: bigint): KeyObject {
  const { n } = key.export({ format: 'jwk' });
  const hex = exponent.toString(16);
  const e = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  const jwk = { kty: 'RSA', n, e: e.toString('base64url') } as const;
  return createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
}

async function generatePem(): Promise<string> {
  const { privateKey } = await generate('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

async function readPrepared(): Promise<string[]> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return [];
  }
}
