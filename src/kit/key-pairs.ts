import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { createBoundedQueue } from './bounded-queue.ts';

const BITS = 2048;

/** A key pair as PEM: SPKI and PKCS #8. */
export interface RsaPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Generates a pair off the main thread, in a fifth of a second of processor time. */
export function generateRsaPair(): Promise<RsaPair> {
  return promisify(generateKeyPair)('rsa', {
    modulusLength: BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

/** Generates pairs one at a time, for callers in rotation. */
export interface KeyPairs {
  /** Throws `BusyError` while too many are waiting. */
  generate(who: string): Promise<RsaPair>;
}

export function createKeyPairs(): KeyPairs {
  const inTurn = createBoundedQueue({ running: 1, waiting: 10, retryAfterS: 2 });
  return { generate: (who) => inTurn(generateRsaPair, who) };
}
