import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { createBoundedQueue } from './bounded-queue.ts';

const GENERATED_BITS = 2048;

/** Generates RSA key pairs off the main thread. */
export interface KeyPairs {
  /**
   * A pair, which takes a fifth of a second of processor time: one at a time, callers in rotation.
   * Throws `BusyError` while too many are waiting.
   */
  generate(who: string): Promise<{ readonly publicKey: KeyObject; readonly privateKey: KeyObject }>;
}

export function createKeyPairs(): KeyPairs {
  const inTurn = createBoundedQueue({ running: 1, waiting: 10, retryAfterS: 2 });
  return {
    generate: (who) =>
      inTurn(() => promisify(generateKeyPair)('rsa', { modulusLength: GENERATED_BITS }), who),
  };
}
