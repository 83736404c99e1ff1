import { describe, expect, it } from 'vitest';
import { isMalformedSharedSecret, sharedSecretSignature } from './signature.ts';

const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;

describe('a shared secret of Standard Webhooks', () => {
  it('has a key of 24 to 64 bytes in Base64', () => {
    for (const bytes of [24, 25, 32, 64]) {
      expect([bytes, isMalformedSharedSecret(secretOf(bytes))]).toEqual([bytes, false]);
    }
    const malformed = [
      ...[0, 1, 23, 65].map(secretOf),
      ...['whsec_not base64', 'whsec_of_the_receiver', `${secretOf(25)}=`],
      ...[secretOf(25).replace(/=+$/, ''), `${secretOf(24)}\n`],
    ];
    expect(malformed.filter((secret) => !isMalformedSharedSecret(secret))).toEqual([]);
  });

  it('is not what other texts are', () => {
    expect(['text', 'WHSEC_x', ' whsec_'].filter(isMalformedSharedSecret)).toEqual([]);
  });

  it('signs with the key, of an older webhook also with a shorter one, but never with none', () => {
    const signed = [secretOf(24), secretOf(5)].map((secret) => sharedSecretSignature(secret, 'a'));
    for (const signature of signed) expect(signature).toMatch(/^v1,[\w+/]{43}=$/);
    for (const secret of ['whsec_', 'whsec_A', 'whsec_A==', 'whsec_not base64', 'text']) {
      expect([secret, sharedSecretSignature(secret, 'a')]).toEqual([secret, null]);
    }
  });
});
