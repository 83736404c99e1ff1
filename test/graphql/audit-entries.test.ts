import { expect, it } from 'vitest';
import { makeMember } from '../support/dashboard.ts';
import { makeMerchant } from '../support/merchant.ts';
import { makeShop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { askAsBuyer, askAsMerchant, askAsVisitor, askInDashboard } from './asking.ts';

const test = useTestApp();
const FIELDS = `{ id action credential credentialId merchantId merchantEmail subjectType subjectId
  environment details }`;

async function makeLog() {
  const { merchant, store, productId } = await makeShop(test);
  await merchant.call('store/update-store', { id: store.id, name: 'Renamed' });
  const ask = askAsMerchant(test, merchant);
  const list = async (args = '', by = ask) => {
    const query = `{ list: auditEntries(storeId: "${store.id}" ${args}) ${FIELDS}
      count: auditEntriesCount(storeId: "${store.id}") }`;
    return (await by(query)).body.data;
  };
  const actionsOf = async (args = '', by = ask) =>
    (await list(args, by)).list.map(({ action }: { action: string }) => action);
  return { merchant, store, productId, list, actionsOf };
}

const [UPDATED, PRODUCT, CREATED] = [
  'store/update-store',
  'onetime-product/create-product',
  'store/create-store',
];

it('lists who did what, newest first, and counts it', async () => {
  const { merchant, productId, list } = await makeLog();
  const { list: entries, count } = await list();
  expect(count).toBe(3);
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    UPDATED,
    PRODUCT,
    CREATED,
  ]);
  expect(entries[1]).toEqual({
    id: expect.any(String),
    action: PRODUCT,
    ...{ credential: 'apiKey', credentialId: merchant.keys.test.id },
    ...{ merchantId: merchant.shortId, merchantEmail: merchant.email },
    ...{ subjectType: 'product', subjectId: productId, environment: 'test' },
    details: '{"fields": ["name", "prices"]}',
  });
});

it('filters, turns round and pages', async () => {
  const { merchant, productId, list, actionsOf } = await makeLog();
  expect(await actionsOf('orderBy: CREATED_AT_ASC')).toEqual([CREATED, PRODUCT, UPDATED]);
  expect(await actionsOf(`filter: { subjectId: { eq: "${productId}" } }`)).toEqual([PRODUCT]);
  expect(await actionsOf('filter: { action: { containsIgnoreCase: "UPDATE-" } }')).toEqual([
    UPDATED,
  ]);
  const by = `merchantId: { eq: "${merchant.shortId}" }, environment: { eq: "test" }`;
  expect(await actionsOf(`filter: { ${by} }`)).toEqual([PRODUCT]);
  expect(await actionsOf('filter: { createdAt: { lt: "2020-01-01" } }')).toEqual([]);
  const [{ id }] = (await list('limit: 1')).list;
  expect(await actionsOf(`after: "${id}"`)).toEqual([PRODUCT, CREATED]);
});

it('shows a key its own environment, and a dashboard session both', async () => {
  const { merchant, store, actionsOf } = await makeLog();
  const product = { storeId: store.id, name: 'Live', prices: PRICES };
  await merchant.call(PRODUCT, product, { environment: 'prod' });
  expect(await actionsOf()).toEqual([UPDATED, PRODUCT, CREATED]);
  const all = [PRODUCT, UPDATED, PRODUCT, CREATED];
  expect(await actionsOf('', await askInDashboard(test, merchant))).toEqual(all);
});
const PRICES = { USD: { amount: '9.90', taxCategory: 'saas' } };

it('is empty for members and strangers, and closed to visitors and buyers', async () => {
  const { merchant, store, actionsOf } = await makeLog();
  const member = await makeMember(test, merchant, store.id, 'member');
  for (const other of [member, await makeMerchant(test)]) {
    expect(await actionsOf('', askAsMerchant(test, other))).toEqual([]);
    expect(await actionsOf('', await askInDashboard(test, other))).toEqual([]);
  }
  const query = `{ auditEntries { id } }`;
  expect((await askAsVisitor(test, store.slug)(query)).status).toBe(403);
  expect((await askAsBuyer(test, 'none')(query)).status).toBe(401);
});
