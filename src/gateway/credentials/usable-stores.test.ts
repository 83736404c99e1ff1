import { describe, expect, it } from 'vitest';
import { openDashboard } from '../../../test/support/dashboard.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import type { DashboardCaller, MerchantCaller } from '../../contract/caller.ts';
import { sql } from '../../database/database.ts';
import { findUsableStores } from './usable-stores.ts';

const test = useTestApp();
const DAY_MS = 24 * 60 * 60 * 1000;

const storesOf = (caller: MerchantCaller, now = test.clock.now()) =>
  findUsableStores(test.database, caller, now);

describe('the stores that a long response can still read', () => {
  it('are none once the API key is deleted', async () => {
    const merchant = await makeMerchant(test);
    await makeStore(merchant);
    const [key] = await test.database.query<{ id: string }>(sql`
      select id from api_key where merchant_id = ${merchant.id} and environment = 'test'`);
    const caller = {
      ...{ kind: 'apiKey', merchantId: merchant.id, keyId: key?.id, environment: 'test' },
    } as unknown as MerchantCaller;
    expect(await storesOf(caller)).toHaveLength(1);
    await test.database.query(sql`
      update api_key set deleted_at = ${test.clock.now()} where id = ${key?.id}`);
    expect(await storesOf(caller)).toBeNull();
  });

  it('are none once the dashboard session has ended', async () => {
    const merchant = await makeMerchant(test);
    await makeStore(merchant);
    const { sessionId, call } = await openDashboard(test, merchant);
    const caller = {
      ...{ kind: 'dashboard', merchantId: merchant.id, sessionId, environment: 'test' },
      ...{ provenAt: null },
    } as unknown as DashboardCaller;
    expect(await storesOf(caller)).toHaveLength(1);
    expect(await storesOf(caller, new Date(test.clock.now().getTime() + 2 * DAY_MS))).toBeNull();
    await call('merchant/log-out', {});
    expect(await storesOf(caller)).toBeNull();
  });
});
