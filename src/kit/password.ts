import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { createBoundedQueue } from './bounded-queue.ts';

export interface PasswordCost {
  /** N, as a power of two. */
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP's parameters for scrypt with 32 MB. */
const COST: PasswordCost = { ln: 15, r: 8, p: 3 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** The PHC string format with padded Base64. */
const HASH = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/=]+)\$([\w+/=]+)$/;

export interface Passwords {
  /**
   * A salted hash of the password with its parameters, computed off the main thread, for callers in
   * rotation. Like `matches`, throws `BusyError` while too many are waiting.
   */
  hash(password: string, who: string): Promise<string>;
  /** Whether the password matches the hash. A null hash takes the same time and is false. */
  matches(password: string, hash: string | null, who: string): Promise<boolean>;
}

/** Hashes passwords at the given cost, two at a time. */
export function createPasswords(cost: PasswordCost = COST): Passwords {
  // Two of the pool's four threads; file access and lookups need the others.
  const enqueue = createBoundedQueue({ running: 2, waiting: 10, retryAfterS: 2 });
  const derive = (who: string, password: string, salt: Buffer, at: PasswordCost) =>
    enqueue(() => deriveKey(password, salt, at), who);
  return {
    hash: async (password, who) => {
      const salt = randomBytes(SALT_BYTES);
      const key = await derive(who, password, salt, cost);
      const { ln, r, p } = cost;
      return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64')}$${key.toString('base64')}`;
    },
    matches: async (password, hash, who) => {
      const parts = HASH.exec(hash ?? '');
      if (!parts) {
        await derive(who, password, randomBytes(SALT_BYTES), cost);
        return false;
      }
      const [ln = 0, r = 0, p = 0] = parts.slice(1, 4).map(Number);
      const [salt = '', expected = ''] = parts.slice(4);
      const key = await derive(who, password, Buffer.from(salt, 'base64'), { ln, r, p });
      const wanted = Buffer.from(expected, 'base64');
      return wanted.length === key.length && timingSafeEqual(wanted, key);
    },
  };
}

function deriveKey(password: string, salt: Buffer, { ln, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** ln;
  const options = { N, r, p, maxmem: 2 * 128 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
