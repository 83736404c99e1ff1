import { describe, expect, it } from 'vitest';
import { openDashboard } from '../../../test/support/dashboard.ts';
import { expectError } from '../../../test/support/error-rows.ts';
import { takeKeyPair } from '../../../test/support/key-pairs.ts';
import { makeMerchant, post, signHeaders } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { HOUR_MS } from '../../kit/period.ts';
import { addMs } from '../../kit/time.ts';
import { createKey } from './create-key.ts';

const test = useTestApp();
const PATH = 'api-key/create-key';

async function newDashboard() {
  const merchant = await makeMerchant(test);
  const dashboard = await openDashboard(test, merchant);
  return { merchant, dashboard, create: (body: object) => dashboard.call(PATH, body) };
}

describe('a key with an expiry date', () => {
  it('signs until it expires, and is then refused like a deleted key', async () => {
    const { merchant, create } = await newDashboard();
    const { publicKey, privateKey } = await takeKeyPair();
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const expiresAt = addMs(test.clock.now(), HOUR_MS).toISOString();
    const body = { environment: 'test', nickname: 'for an hour', publicKey: pem, expiresAt };
    expect((await create(body)).body.data.apiKey.expiresAt).toBe(expiresAt);
    const call = () => {
      const target = '/v1/actions/store/create-store';
      const now = String(Math.floor(test.clock.now().getTime() / 1000));
      const headers = signHeaders(target, '{"name":"S"}', merchant.shortId, privateKey, now);
      return post(test.baseUrl, target, '{"name":"S"}', headers);
    };
    expect((await call()).status).toBe(200);
    test.clock.advance(HOUR_MS);
    expectError(await call(), 401, 'Invalid signature', 'gateway');
  });

  it.each(['2020-01-01T00:00:00Z', 'tomorrow', 5])('never ends at %s', async (expiresAt) => {
    const { template } = createKey.errors.invalidExpiresAt;
    const { create } = await newDashboard();
    const reply = await create({ environment: 'test', nickname: 'never', expiresAt });
    expectError(reply, 400, template, 'user');
  });
});

describe('a public key', () => {
  it('is taken as openssl, ssh-keygen and .NET write it, with or without line breaks', async () => {
    const { create } = await newDashboard();
    const spki = async () => {
      const { publicKey } = await takeKeyPair();
      return publicKey.export({ type: 'spki', format: 'pem' }).toString();
    };
    const pkcs1 = (await takeKeyPair()).publicKey.export({ type: 'pkcs1', format: 'pem' });
    const keys = [
      pkcs1.toString(),
      (await spki()).replaceAll('\n', '\r\n'),
      `\uFEFF${await spki()}`,
      (await spki()).replaceAll(/-----.*-----|\n/g, ''),
      `${await spki()}\n\n`,
    ];
    for (const [index, publicKey] of keys.entries()) {
      const body = { environment: 'test', nickname: `key ${index}`, publicKey };
      expect((await create(body)).status, publicKey).toBe(200);
    }
  });
});
