import { expect, it } from 'vitest';
import { newEmail } from '../../../test/support/accounts.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { testKeyErrors } from './test-key.ts';

const test = useTestApp({ KYB_AUTO_APPROVE: 'true', PROVIDER_PROD: 'sandbox' });

it('refuses a test key what both sides share where every store sells in production', async () => {
  const owner = await makeMerchant(test);
  const { id: storeId } = await makeStore(owner);
  const calls: [path: string, body: object][] = [
    ['store/update-store', { id: storeId, name: 'Renamed' }],
    ['store-merchant/add-merchant', { storeId, email: newEmail(), role: 'admin' }],
    ['store/bind-website', { storeId, url: 'https://example.com/' }],
    ['store/delete-store', { id: storeId }],
  ];
  for (const [path, body] of calls) {
    const reply = await owner.call(path, body);
    expect([path, reply.status, reply.body.errors?.[1]?.message]).toEqual([
      ...[path, 403, testKeyErrors.testKey.template],
    ]);
    expect((await owner.call(path, body, { environment: 'prod' })).status).toBe(200);
  }
});

it('refuses an admin whom a test key added before', async () => {
  const owner = await makeMerchant(test);
  const { id: storeId } = await makeStore(owner);
  const admin = await makeMerchant(test);
  const body = { storeId, email: admin.email, role: 'admin' };
  await owner.call('store-merchant/add-merchant', body, { environment: 'prod' });
  const rename = () =>
    admin.call('store/update-store', { id: storeId, name: 'Renamed' }, { environment: 'prod' });
  expect((await rename()).status).toBe(200);
  await test.database.query(sql`
    update store_merchant set test_only = true
    where store_id = ${decodeId('STO', storeId)} and merchant_id = ${admin.id}`);
  expect((await rename()).status).toBe(403);
});
