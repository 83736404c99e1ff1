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

/** Cached between runs: generating a key pair takes a tenth of a second. */
const folder = join(import.meta.dirname, '../../node_modules/.cache/tillgate');
const path = join(folder, 'test-primes.json');
/** Number of key pairs whose primes are cached; any two of these primes form a pair. */
const MADE = 20;
const EXPONENT = 65_537n;

const generate = promisify(generateKeyPair);
let primes: Promise<readonly bigint[]> | undefined;
let taken = 0;

/** Reuses the pairs from the first one on, because the database is a new one. */
export function takeKeyPairsAnew(): void {
  taken = 0;
}

/** A key pair that is unique within the database. */
export async function takeKeyPair(): Promise<KeyPair> {
  // Reserved before any await, so that concurrent calls get different pairs.
  const place = taken;
  taken += 1;
  primes ??= readPrimes();
  const privateKey = keyOf(twoOf(await primes, place));
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

/** Two primes for each position; no two positions share the same two. */
function twoOf(of: readonly bigint[], place: number): readonly [bigint, bigint] {
  let before = 0;
  for (const [larger, q] of of.entries()) {
    const p = of[place - before];
    if (p !== undefined && place - before < larger) return [p, q];
    before += larger;
  }
  throw new Error(`A database has key pairs for ${before / 2} merchants`);
}

function keyOf([p, q]: readonly [bigint, bigint]): KeyObject {
  const d = inverse(EXPONENT, (p - 1n) * (q - 1n));
  const [n, e, dp, dq, qi] = [p * q, EXPONENT, d % (p - 1n), d % (q - 1n), inverse(q, p)];
  const numbers = Object.entries({ n, e, d, p, q, dp, dq, qi });
  const jwk = Object.fromEntries(numbers.map(([name, value]) => [name, toBase64Url(value)]));
  return createPrivateKey({ key: { kty: 'RSA', ...jwk }, format: 'jwk' });
}

/** By Euclid's algorithm. */
function inverse(of: bigint, modulus: bigint): bigint {
  let [rest, next, factor, nextFactor] = [modulus, of, 0n, 1n];
  while (next !== 0n) {
    const times = rest / next;
    [rest, next] = [next, rest - times * next];
    [factor, nextFactor] = [nextFactor, factor - times * nextFactor];
  }
  return factor < 0n ? factor + modulus : factor;
}

async function readPrimes(): Promise<readonly bigint[]> {
  const known: string[] = await readFile(path, 'utf8').then(JSON.parse, () => []);
  return (known.length === 2 * MADE ? known : await makePrimes()).map((text) =>
    fromBase64Url(text),
  );
}

async function makePrimes(): Promise<string[]> {
  const made = await Promise.all(
    Array.from({ length: MADE }, async () => {
      const { privateKey } = await generate('rsa', { modulusLength: 2048 });
      const { p = '', q = '' } = privateKey.export({ format: 'jwk' });
      return [p, q];
    }),
  );
  await mkdir(folder, { recursive: true });
  // Another process may do the same: each writes its own file, and the last one stays.
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, JSON.stringify(made.flat()));
  await rename(unfinished, path);
  return made.flat();
}

/** A public key with the same modulus and another exponent, as no tool generates it. */
export function withExponent(key: KeyObject, exponent: bigint): KeyObject {
  const { n } = key.export({ format: 'jwk' });
  const jwk = { kty: 'RSA', n, e: toBase64Url(exponent) } as const;
  return createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
}

function toBase64Url(value: bigint): string {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url');
}

function fromBase64Url(text: string): bigint {
  return BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`);
}
