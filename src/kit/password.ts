import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** OWASP's parameters for scrypt with 32 MB: N = 2^15, r = 8, p = 3. */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** A salted hash of the password, with its parameters. Runs off the main thread. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt);
  return `scrypt$${salt.toString('base64')}$${key.toString('base64')}`;
}

/** Whether the password gives the hash. A null hash costs the same time and is false. */
export async function passwordMatches(password: string, hash: string | null): Promise<boolean> {
  const [, salt, expected] = (hash ?? `scrypt$$`).split('$');
  const key = await derive(password, Buffer.from(salt ?? '', 'base64'));
  const wanted = Buffer.from(expected ?? '', 'base64');
  return wanted.length === key.length && timingSafeEqual(wanted, key);
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
