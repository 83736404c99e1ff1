import { describe, expect, it } from 'vitest';
import { makeMember, openDashboard } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import {
  type Environment,
  makeMerchant,
  makeStore,
  type TestMerchant,
} from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { listVersions } from './list-versions.ts';

const test = useTestApp();
const path = 'product/list-versions';

async function makeProduct(environment: Environment = 'test') {
  const owner = await makeMerchant(test);
  const store = await makeStore(owner);
  const prices = { USD: { amount: '9.90', taxCategory: 'saas' } };
  const body = { storeId: store.id, name: 'First', prices };
  const created = await owner.call('onetime-product/create-product', body, { environment });
  const { id } = created.body.data.product;
  const list = (body: object = {}, by: TestMerchant = owner, environment: Environment = 'test') =>
    by.call(path, { id, ...body }, { environment });
  const versions = async (environment: Environment = 'test') =>
    (await list({}, owner, environment)).body.data.versions;
  const rename = (name: string, by: TestMerchant = owner, environment: Environment = 'test') =>
    by.call('onetime-product/update-product', { id, name }, { environment });
  return { owner, store, id, list, versions, rename };
}

const send = async (body: object) => (await makeProduct()).list(body);

describe(path, () => {
  it('shows who created each version, newest first', async () => {
    const { owner, store, rename, versions } = await makeProduct();
    const admin = await makeMember(test, owner, store.id, 'admin');
    await rename('Second', admin);
    const listed = await versions();
    expect(listed).toEqual([
      {
        id: expect.stringMatching(/^PVER_/),
        versionNumber: 2,
        name: 'Second',
        prices: { USD: { amount: '9.90', taxCategory: 'saas' } },
        isCurrent: true,
        createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
        createdBy: { merchantId: admin.shortId, email: admin.email, credential: 'apiKey' },
        publishedAt: null,
        publishedBy: null,
      },
      expect.objectContaining({ versionNumber: 1, name: 'First', isCurrent: false }),
    ]);
  });

  it('shows who published which version and when', async () => {
    const { owner, id, rename, versions } = await makeProduct();
    await rename('Second');
    const dashboard = await openDashboard(test, owner);
    const options = { environment: null };
    const published = await dashboard.call('onetime-product/publish-product', { id }, options);
    expect(published.status, published.text).toBe(200);
    await rename('Third');
    const listed = await versions();
    expect(listed.map((version: { publishedAt: string | null }) => version.publishedAt)).toEqual([
      null,
      expect.any(String),
      null,
    ]);
    expect(listed[1].publishedBy).toEqual({
      merchantId: owner.shortId,
      email: owner.email,
      credential: 'dashboard',
    });
    expect((await versions('prod'))[0]).toMatchObject({ name: 'Second', isCurrent: true });
  });

  it('hides versions that only the other environment has shown from an API key', async () => {
    const { owner, id, rename, versions } = await makeProduct();
    await owner.call('onetime-product/publish-product', { id });
    await rename('Test only');
    await rename('Production only', owner, 'prod');
    const names = (listed: { name: string }[]) => listed.map(({ name }) => name);
    expect(names(await versions('test'))).toEqual(['Test only', 'First']);
    const production = await versions('prod');
    expect(names(production)).toEqual(['Production only', 'First']);
    expect(production[0].publishedBy).toEqual(production[0].createdBy);
  });

  it('lists every version of a product that is written several times in one instant', async () => {
    test.clock.stop();
    const { owner, id, rename, versions } = await makeProduct();
    await owner.call('onetime-product/publish-product', { id });
    for (const name of ['P1', 'P2', 'P3']) await rename(name, owner, 'prod');
    for (const name of ['T1', 'T2']) await rename(name);
    const names = (listed: { name: string }[]) => listed.map(({ name }) => name);
    const [tested, sold] = [await versions('test'), await versions('prod')];
    expect(names(tested)).toEqual(['T2', 'T1', 'First']);
    expect(names(sold)).toEqual(['P3', 'P2', 'P1', 'First']);
    for (const version of [...tested, ...sold]) expect(version.createdBy).not.toBeNull();
    for (const version of sold) expect(version.publishedBy).not.toBeNull();
    expect(sold[0]).toMatchObject({ isCurrent: true });
    expect(tested[0]).toMatchObject({ isCurrent: true, publishedAt: null });
  });

  it('is empty if the environment has no version', async () => {
    const { versions } = await makeProduct('prod');
    expect(await versions('test')).toEqual([]);
    expect(await versions('prod')).toHaveLength(1);
  });

  it('pages through the versions', async () => {
    const { rename, list } = await makeProduct();
    await rename('Second');
    await rename('Third');
    const first = (await list({ limit: 2 })).body.data;
    expect(first.versions).toHaveLength(2);
    const second = (await list({ limit: 2, cursor: first.nextCursor })).body.data;
    expect(second.versions).toMatchObject([{ versionNumber: 1 }]);
    expect(second.nextCursor).toBeNull();
  });

  it('can be read by a member', async () => {
    const { owner, store, list } = await makeProduct();
    const member = await makeMember(test, owner, store.id, 'member');
    expect((await list({}, member)).status).toBe(200);
  });
});

describeErrorRows(listVersions, {
  missingId: () => send({ id: null }),
  malformedId: { got: 'one', send: () => send({ id: 'one' }) },
  invalidLimit: () => send({ limit: 0 }),
  invalidCursor: () => send({ cursor: '0' }),
  notFound: async () => (await makeProduct()).list({}, await makeMerchant(test)),
});
