import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeKeyPair } from './make-key-pair.ts';

it('makes a matching 2048-bit pair in PEM', async () => {
  const { publicKey, privateKey } = await makeKeyPair();
  const shared = createPublicKey(publicKey);
  expect(shared.asymmetricKeyDetails?.modulusLength).toBe(2048);
  expect(createPublicKey(createPrivateKey(privateKey)).equals(shared)).toBe(true);
  const signature = sign('sha256', Buffer.from('text'), privateKey);
  expect(verify('sha256', Buffer.from('text'), publicKey, signature)).toBe(true);
  expect(privateKey.split('\n').every((line) => line.length <= 64)).toBe(true);
});
