import { describe, expect, it } from 'vitest';
import { openDashboard } from '../../../test/support/dashboard.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { makeMerchant } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { deleteKey } from './delete-key.ts';

const test = useTestApp();
const PATH = 'api-key/delete-key';

async function send(body: unknown) {
  const dashboard = await openDashboard(test, await makeMerchant(test));
  return dashboard.call(PATH, body);
}

describe('api-key/delete-key', () => {
  it('revokes the key immediately and permanently, and no other key', async () => {
    const merchant = await makeMerchant(test);
    const dashboard = await openDashboard(test, merchant);
    const create = (environment: 'test' | 'prod') =>
      merchant.call('store/create-store', { name: 'S' }, { environment });
    expect((await create('test')).status).toBe(200);
    const { id } = merchant.keys.test;
    const reply = await dashboard.call(PATH, { id });
    expect(reply.body.data.apiKey).toMatchObject({ id, environment: 'test' });
    expectError(await create('test'), 401, 'Invalid signature', 'gateway');
    expect((await create('prod')).status).toBe(200);
    expectError(await dashboard.call(PATH, { id }), 404, 'API key not found', 'user');
  });

  it('does not touch the key of another merchant', async () => {
    const victim = await makeMerchant(test);
    const reply = await send({ id: victim.keys.test.id });
    expectError(reply, 404, 'API key not found', 'user');
    expect((await victim.call('store/create-store', { name: 'S' })).status).toBe(200);
  });

  it('replays its answer for the same idempotency key', async () => {
    const merchant = await makeMerchant(test);
    const dashboard = await openDashboard(test, merchant);
    const call = () =>
      dashboard.call(
        PATH,
        { id: merchant.keys.prod.id },
        { headers: { 'x-idempotency-key': 'delete-once' } },
      );
    const [first, second] = [await call(), await call()];
    expect([first.status, second.text]).toEqual([200, first.text]);
  });
});

describeErrorRows(deleteKey, {
  missingId: () => send({ id: '' }),
  notFound: () => send({ id: 'no UUID' }),
});
