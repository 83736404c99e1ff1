import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPasswords } from './password.ts';
import {
  deriveKey,
  importTokenKey,
  openText,
  readJwt,
  sealText,
  signJwt,
  type TokenKey,
} from './secrets.ts';
import { newSessionSecret, sessionHash } from './session-secret.ts';

const key = deriveKey('a secret key of the service, long enough', 'seal');
const otherKey = deriveKey('a secret key of the service, long enough', 'another purpose');

describe('sealed texts', () => {
  it('open to the original text, and never look the same twice', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, context) => {
        const sealed = sealText(key, text, context);
        expect(openText(key, sealed, context)).toBe(text);
        expect(sealText(key, text, context)).not.toBe(sealed);
      }),
    );
  });

  it('do not open after a bit has changed', () => {
    const sealed = Buffer.from(sealText(key, 'whsec', 'webhook'), 'base64url');
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const altered = Buffer.from(sealed);
      altered[bit >> 3] = (altered[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(() => openText(key, altered.toString('base64url'), 'webhook')).toThrow();
    }
  });

  it('do not open with further characters, even those that decoding ignores', () => {
    for (const text of ['a', 'ab', 'abc']) {
      const sealed = sealText(key, text, 'webhook');
      for (const more of ['">', '=', ' ', 'x']) {
        expect(() => openText(key, `${sealed}${more}`, 'webhook')).toThrow();
      }
    }
  });

  it('do not open when truncated, with another key or in another context', () => {
    const sealed = sealText(key, 'whsec', 'webhook 1');
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => openText(key, sealed.slice(0, length), 'webhook 1')).toThrow();
    }
    expect(() => openText(otherKey, sealed, 'webhook 1')).toThrow();
    expect(() => openText(key, sealed, 'webhook 2')).toThrow();
  });
});

describe('tokens', () => {
  const now = new Date('2024-05-01T12:00:00Z');
  const expiry = new Date('2024-05-01T12:05:00Z');
  const claims = { storeId: 'a store', buyerIdentity: 'buyer@shop.example' };
  let tokenKey: TokenKey;

  beforeAll(async () => {
    tokenKey = await importTokenKey(key);
  });

  it('hold their claims until they expire', async () => {
    const token = await signJwt(tokenKey, claims, now, expiry);
    expect(await readJwt(tokenKey, token, now)).toMatchObject(claims);
    expect(await readJwt(tokenKey, token, new Date(expiry.getTime() - 1))).toMatchObject(claims);
    expect(await readJwt(tokenKey, token, expiry)).toBeNull();
  });

  it('are refused when altered, signed by another key, or not signed at all', async () => {
    const token = await signJwt(tokenKey, claims, now, expiry);
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const unsigned = `${encode({ alg: 'none' })}.${payload}.`;
    const forged = `${header}.${encode({ ...claims, storeId: 'mine', exp: 4e9 })}.${signature}`;
    const unbounded = await signJwt(await importTokenKey(otherKey), claims, now, expiry);
    for (const text of ['', 'x.y.z', unsigned, forged, unbounded, `${token}x`, token.slice(1)]) {
      expect(await readJwt(tokenKey, text, now), text).toBeNull();
    }
  });
});

describe('passwords', () => {
  const passwords = createPasswords();
  const WHO = '192.0.2.1';

  it('match only their own hash', async () => {
    const hash = await passwords.hash('correct horse battery', WHO);
    expect(hash).not.toContain('horse');
    expect(await passwords.matches('correct horse battery', hash, WHO)).toBe(true);
    expect(await passwords.matches('Correct horse battery', hash, WHO)).toBe(false);
  });

  it('match any Unicode form of the same characters', async () => {
    const hash = await passwords.hash('caf\u00e9 au lait', WHO);
    expect(await passwords.matches('cafe\u0301 au lait', hash, WHO)).toBe(true);
  });

  it('never match a missing account or an invalid hash', async () => {
    expect(await passwords.matches('', null, WHO)).toBe(false);
    expect(await passwords.matches('no password', 'no password', WHO)).toBe(false);
  });

  it('match a hash that was made at another cost', async () => {
    const hash = await createPasswords({ ln: 8, r: 4, p: 2 }).hash('correct horse battery', WHO);
    expect(hash).toContain('$scrypt$ln=8,r=4,p=2$');
    expect(await passwords.matches('correct horse battery', hash, WHO)).toBe(true);
    expect(await passwords.matches('Correct horse battery', hash, WHO)).toBe(false);
  });
});

describe('session secrets', () => {
  it('are 256 random bits, of which the database stores a digest', () => {
    const secret = newSessionSecret();
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(newSessionSecret()).not.toBe(secret);
    expect(sessionHash(secret)).toHaveLength(32);
    expect(sessionHash(secret).toString('base64url')).not.toBe(secret);
  });
});
