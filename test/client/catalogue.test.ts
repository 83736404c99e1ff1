import {
  BillingPeriod,
  EntityStatus,
  ProductVersionStatus,
  TaxCategory,
  WaffoPancake,
  WaffoPancakeError,
} from '@waffo/pancake-ts';
import { describe, expect, it } from 'vitest';
import { type Environment, makeMerchant } from '../support/merchant.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();

/** Clients with the two keys of one merchant, unmodified except for the base URL. */
async function makeClients(): Promise<Record<Environment, WaffoPancake>> {
  const { shortId: merchantId, keys } = await makeMerchant(test);
  const { baseUrl } = test;
  const client = (environment: Environment) => {
    const pem = keys[environment].privateKey.export({ type: 'pkcs8', format: 'pem' });
    return new WaffoPancake({ merchantId, privateKey: pem.toString(), baseUrl });
  };
  return { test: client('test'), prod: client('prod') };
}

async function makeStoreClients() {
  const clients = await makeClients();
  const { store } = await clients.test.stores.create({ name: 'Shop' });
  return { ...clients, storeId: store.id };
}

const prices = { USD: { amount: '9.9', taxCategory: TaxCategory.SaaS } };
const shown = { USD: { amount: '9.90', taxCategory: TaxCategory.SaaS } };

describe('the published client: stores', () => {
  it('creates, updates and deletes', async () => {
    const { test: client } = await makeClients();
    const { store } = await client.stores.create({ name: 'Shop' });
    expect(store).toMatchObject({ name: 'Shop', status: EntityStatus.Active, prodEnabled: false });
    const { store: updated } = await client.stores.update({
      id: store.id,
      name: 'Better shop',
      status: EntityStatus.Inactive,
      checkoutSettings: { defaultDarkMode: true },
    });
    expect(updated).toMatchObject({ name: 'Better shop', status: EntityStatus.Inactive });
    const { store: deleted } = await client.stores.delete({ id: store.id });
    expect(deleted.deletedAt).toEqual(expect.any(String));
  });

  it('gets the reasons that block a deletion', async () => {
    const { test: client, storeId } = await makeStoreClients();
    await client.onetimeProducts.create({ storeId, name: 'A', prices });
    await client.subscriptionProducts.create({
      storeId,
      name: 'B',
      billingPeriod: BillingPeriod.Weekly,
      prices,
    });
    const refusal: unknown = await client.stores.delete({ id: storeId }).catch((error) => error);
    expect(refusal).toBeInstanceOf(WaffoPancakeError);
    const message = 'Store has 2 active product(s); archive or delete them first';
    expect(refusal).toMatchObject({ status: 409, errors: [{ message, layer: 'store' }] });
  });
});

describe('the published client: onetimeProducts', () => {
  it('creates, updates, publishes and switches the status', async () => {
    const { test: client, prod, storeId } = await makeStoreClients();
    const media = [{ type: 'image', url: 'https://example.com/cover.png', alt: 'Cover' }] as const;
    const { product } = await client.onetimeProducts.create({
      storeId,
      name: 'E-book',
      prices,
      description: '**Good**',
      media: [...media],
      successUrl: 'https://example.com/thanks',
      metadata: { pages: 120 },
    });
    expect(product).toMatchObject({ storeId, prices: shown, media, metadata: { pages: 120 } });

    const { id } = product;
    const updated = await client.onetimeProducts.update({
      id,
      name: 'E-book 2',
      description: null,
    });
    expect(updated.product).toMatchObject({ name: 'E-book 2', description: null, prices: shown });

    const published = await client.onetimeProducts.publish({ id });
    expect(published.product).toMatchObject({ name: 'E-book 2', status: 'active' });
    await expect(client.onetimeProducts.publish({ id })).rejects.toMatchObject({
      status: 400,
      errors: [{ message: 'Already published to production', layer: 'product' }],
    });

    const status = ProductVersionStatus.Inactive;
    const off = await client.onetimeProducts.updateStatus({ id, status });
    expect(off.product.status).toBe(status);
    const inProduction = await prod.onetimeProducts.update({ id, name: 'E-book 3' });
    expect(inProduction.product).toMatchObject({ name: 'E-book 3', status: 'active' });
  });

  it('creates only once per idempotency key', async () => {
    const { test: client, storeId } = await makeStoreClients();
    const create = () =>
      client.onetimeProducts.create({ storeId, name: 'A', prices }, { idempotencyKey: 'only-one' });
    expect((await create()).product.id).toBe((await create()).product.id);
  });
});

describe('the published client: subscriptionProducts', () => {
  it('creates with a trial, updates, publishes and switches the status', async () => {
    const { test: client, prod, storeId } = await makeStoreClients();
    const { product } = await client.subscriptionProducts.create({
      storeId,
      name: 'Pro',
      billingPeriod: BillingPeriod.Monthly,
      prices: { USD: { ...prices.USD, trialAmount: '1' } },
      metadata: { trialDays: 14 },
    });
    expect(product).toMatchObject({
      billingPeriod: 'monthly',
      prices: { USD: { ...shown.USD, trialAmount: '1.00' } },
      metadata: { trialDays: 14 },
    });

    const { id } = product;
    const published = await client.subscriptionProducts.publish({ id });
    expect(published.product.prices).toEqual(product.prices);

    const yearly = { id, billingPeriod: BillingPeriod.Yearly, prices, metadata: {} };
    const updated = await client.subscriptionProducts.update(yearly);
    expect(updated.product).toMatchObject({ billingPeriod: 'yearly', prices: shown, metadata: {} });
    const status = ProductVersionStatus.Inactive;
    const off = await client.subscriptionProducts.updateStatus({ id, status });
    expect(off.product).toMatchObject({ billingPeriod: 'yearly', status });

    const unchanged = await prod.subscriptionProducts.update({ id });
    expect(unchanged.product).toEqual(published.product);
  });
});

describe('the published client: subscriptionProductGroups', () => {
  it('creates, updates, publishes again and deletes', async () => {
    const { test: client, prod, storeId } = await makeStoreClients();
    const makePlan = async (name: string) => {
      const plan = { storeId, name, billingPeriod: BillingPeriod.Monthly, prices };
      const { product } = await client.subscriptionProducts.create(plan);
      await client.subscriptionProducts.publish({ id: product.id });
      return product.id;
    };
    const [basic, pro] = [await makePlan('Basic'), await makePlan('Pro')];
    const { group } = await client.subscriptionProductGroups.create({
      storeId,
      name: 'Plans',
      description: 'All plans',
      rules: { sharedTrial: true },
      productIds: [basic],
    });
    const rules = { sharedTrial: true, selfServicePlanChange: false };
    expect(group).toMatchObject({ rules, productIds: [basic], environment: 'test' });

    const { id } = group;
    const first = await client.subscriptionProductGroups.publish({ id });
    expect(first.group).toMatchObject({ rules, productIds: [basic], environment: 'prod' });
    expect(first.group.id).not.toBe(id);

    await client.subscriptionProducts.update({ id: basic, metadata: { trialDays: 7 } });
    const change = { id, rules: { selfServicePlanChange: true }, productIds: [pro, basic] };
    const updated = await client.subscriptionProductGroups.update(change);
    const second = await client.subscriptionProductGroups.publish({ id });
    expect(second.group).toMatchObject({
      id: first.group.id,
      rules: { sharedTrial: true, selfServicePlanChange: true },
      productIds: updated.group.productIds,
    });
    const { product } = await prod.subscriptionProducts.update({ id: basic });
    expect(product.metadata).toEqual({});

    expect((await client.subscriptionProductGroups.delete({ id })).group.id).toBe(id);
    const gone = client.subscriptionProductGroups.update({ id, name: 'Gone' });
    await expect(gone).rejects.toMatchObject({
      status: 404,
      errors: [{ message: 'Group not found', layer: 'product' }],
    });
  });
});
