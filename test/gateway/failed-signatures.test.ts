import { createHash, type KeyObject } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { canonicalRequest } from '../../src/gateway/credentials/api-key.ts';
import { createFailedSignatures } from '../../src/gateway/credentials/failed-signatures.ts';
import { createKeyLookup } from '../../src/gateway/credentials/key-lookup.ts';
import { createRateLimiter } from '../../src/gateway/rate-limit.ts';
import type { Id } from '../../src/kit/id.ts';
import { expectError } from '../support/error-rows.ts';
import { takeKeyPair, withExponent } from '../support/key-pairs.ts';
import { makeMerchant, post, type Reply, type TestMerchant } from '../support/merchant.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: 'true' });
// Stopped, so that buckets don't refill while their limits are tested.
beforeAll(() => test.clock.stop());
const TARGET = '/v1/actions/store/update-store';
/** Failures allowed per network and merchant, and per network. */
const OF_MERCHANT = 20;
const OF_NETWORK = 40;

const from = (address: string) => ({ 'x-forwarded-for': address });
const stamp = () => String(Math.floor(test.clock.now().getTime() / 1000));
/** A correctly signed call whose empty body the action refuses. */
const callRightly = (merchant: TestMerchant, address: string) =>
  merchant.call('store/update-store', {}, { headers: from(address) });
const claim = (shortId: string, address: string, signature = 'AAAA') =>
  post(test.baseUrl, TARGET, '{}', {
    ...from(address),
    'x-merchant-id': shortId,
    'x-timestamp': stamp(),
    'x-signature': signature,
  });
const fail = async (merchant: TestMerchant, address: string, times: number) => {
  const claims = Array.from({ length: times }, () => claim(merchant.shortId, address));
  return (await Promise.all(claims)).map(({ status }) => status);
};
const count = (statuses: readonly number[], wanted: number) =>
  statuses.filter((status) => status === wanted).length;

describe('failed signatures', () => {
  it('of merchants who call from the same network do not block each other', () => {
    const failed = createFailedSignatures(createRateLimiter(true));
    const now = test.clock.now();
    const at = (merchantId: string) => ({
      merchantId: merchantId as Id<'MER'>,
      address: '192.0.2.77',
    });
    for (const merchantId of ['a', 'b', 'c']) failed.prove(at(merchantId), now);
    for (let nth = 0; nth < OF_MERCHANT; nth += 1) {
      for (const merchantId of ['b', 'c']) failed.count(at(merchantId), now);
    }
    failed.refuseMore(at('a'), now);
    expect(() => failed.refuseMore(at('b'), now)).toThrow('Rate limit exceeded');
  });

  it('are limited per network and merchant', async () => {
    const merchant = await makeMerchant(test);
    const statuses = await fail(merchant, '192.0.2.1', OF_MERCHANT * 2);
    expect(count(statuses, 401)).toBeGreaterThanOrEqual(OF_MERCHANT);
    expect(count(statuses, 429)).toBeGreaterThan(0);
    const refused = (
      await Promise.all(Array.from({ length: 30 }, () => claim(merchant.shortId, '192.0.2.1')))
    ).find(({ status }) => status === 429) as Reply;
    expectError(refused, 429, 'Rate limit exceeded', 'gateway');
    expect(refused.headers.get('retry-after')).toBe('1');
  });

  it('of a stranger do not block the merchant whose id they know', async () => {
    const merchant = await makeMerchant(test);
    expect(await fail(merchant, '192.0.2.2', OF_MERCHANT * 2)).toContain(429);
    expect((await callRightly(merchant, '192.0.2.3')).status).toBe(400);
  });

  it('are limited per network, even across several merchants', async () => {
    const merchants = await Promise.all(Array.from({ length: 5 }, () => makeMerchant(test)));
    const statuses = await Promise.all(
      Array.from({ length: OF_NETWORK * 3 }, async (_, index) => {
        const { shortId } = merchants[index % merchants.length] as TestMerchant;
        return (await claim(shortId, `2001:db8::${index.toString(16)}`)).status;
      }),
    );
    expect(count(statuses, 429)).toBeGreaterThanOrEqual(OF_NETWORK);
  });

  it("from strangers in the same network don't block a merchant already verified there", () => {
    const now = test.clock.now();
    const failures = createFailedSignatures(createRateLimiter(true));
    const at = (merchantId: string) => ({
      merchantId: merchantId as Id<'MER'>,
      address: '192.0.2.5',
    });
    failures.prove(at('proven'), now);
    for (let time = 0; time < OF_NETWORK; time += 1) failures.count(at(`other ${time}`), now);
    expect(() => failures.refuseMore(at('unproven'), now)).toThrow('Rate limit exceeded');
    failures.refuseMore(at('proven'), now);
    const later = new Date(now.getTime() + 60 * 60 * 1000);
    for (let time = 0; time < OF_NETWORK; time += 1) failures.count(at(`other ${time}`), later);
    expect(() => failures.refuseMore(at('proven'), later)).toThrow('Rate limit exceeded');
  });

  it('never count against correctly signed calls', async () => {
    const merchant = await makeMerchant(test);
    for (let call = 0; call < OF_NETWORK + 5; call += 1) {
      expect((await callRightly(merchant, '192.0.2.6')).status).toBe(400);
    }
  });
});

describe('a key with another exponent that was registered before', () => {
  it('of 1 is rejected: anyone can forge its signatures', async () => {
    const merchant = await makeMerchant(test);
    const { publicKey } = await takeKeyPair();
    await replaceKeys(merchant, withExponent(publicKey, 1n));
    const canonical = canonicalRequest('POST', TARGET, stamp(), Buffer.from('{}'));
    const reply = await claim(merchant.shortId, '192.0.2.7', paddedHash(canonical, 256));
    expectError(reply, 401, 'Invalid signature', 'gateway');
  });

  it("of full size isn't even tried", async () => {
    const merchant = await makeMerchant(test);
    const { publicKey } = await takeKeyPair();
    await replaceKeys(merchant, withExponent(publicKey, 2n ** 2046n + 1n));
    expect(await createKeyLookup(test.database).find(merchant.id, test.clock.now())).toEqual([]);
    const signature = Buffer.alloc(256, 1).toString('base64');
    const reply = await claim(merchant.shortId, '192.0.2.8', signature);
    expectError(reply, 401, 'Invalid signature', 'gateway');
  });
});

/** Replaces the merchant's keys in both environments with this one and with an invalid one. */
async function replaceKeys(merchant: TestMerchant, key: KeyObject): Promise<void> {
  const pem = key.export({ type: 'spki', format: 'pem' }).toString();
  await test.database.query(
    sql`update api_key set public_key = ${pem} where id = ${merchant.keys.test.id}`,
  );
  await test.database.query(
    sql`update api_key set public_key = 'no key' where id = ${merchant.keys.prod.id}`,
  );
}

/** A PKCS#1 v1.5 padded signature before the private key is applied. */
function paddedHash(text: string, bytes: number): string {
  const digestInfo = Buffer.from('3031300d060960864801650304020105000420', 'hex');
  const hash = createHash('sha256').update(text).digest();
  const tail = Buffer.concat([Buffer.alloc(1), digestInfo, hash]);
  const head = Buffer.from([0, 1]);
  const fill = Buffer.alloc(bytes - head.length - tail.length, 0xff);
  return Buffer.concat([head, fill, tail]).toString('base64');
}
