import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeGroup, makeOwner, makeProduct, type Owner } from '../support/catalogue.ts';
import { makeMember } from '../support/dashboard.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { expectUsable, holdBack, openAs, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();
const open = ({ merchant, storeId }: Owner, path: string, environment = 'test') =>
  openAs(test, browser, merchant, `${environment}/${storeId}/${path}`);
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** Whether the table's frame hides part of it. */
const isCut = ({ parentElement: frame }: Element) =>
  frame !== null && frame.scrollWidth > frame.clientWidth;

describeInChromium('products in the dashboard', () => {
  it('creates one, changes it, previews publishing and publishes it', async () => {
    const owner = await makeOwner(test);
    const page = await open(owner, 'products');
    await page.getByText('No products yet').waitFor();
    await page.getByRole('link', { name: 'New product' }).first().click();
    await field(page, 'Name').fill('Field Guide');
    await field(page, 'Amount').fill('nonsense');
    await press(page, 'Create product');
    await page.getByText('Enter an amount, such as 9.90.').waitFor();
    await expectUsable(page);
    await field(page, 'Amount').fill('12.50');
    await press(page, 'Create product');
    await heading(page, 'Field Guide');
    await page.getByText('$12.50 USD').waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await field(page, 'Name').fill('Field Guide 2');
    await press(page, 'Save');
    await heading(page, 'Field Guide 2');
    await press(page, 'Publish to live');
    const difference = page.getByRole('table', { name: 'What changes in live' });
    await difference.getByText('Field Guide 2').waitFor();
    await press(page, 'Publish');
    await page.getByText('Published to live').waitFor();
    expect((await page.getByRole('table', { name: 'Versions' }).getByRole('row').count()) - 1).toBe(
      2,
    );
    await press(page, 'Deactivate');
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('button', { name: 'Activate', exact: true }).waitFor();
    await page.getByText('inactive', { exact: true }).waitFor();
    await page.getByText('Live', { exact: true }).first().click();
    await page.getByRole('link', { name: 'Field Guide 2' }).click();
    await heading(page, 'Field Guide 2');
    await page.getByText('active', { exact: true }).waitFor();
  });

  it('offers nothing to publish until the difference is current', async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, 'onetime');
    const page = await open(owner, `products/${id}`);
    await press(page, 'Publish to live');
    const difference = page.getByRole('table', { name: 'What changes in live' });
    await difference.waitFor();
    await press(page, 'Cancel');
    await difference.waitFor({ state: 'detached' });
    await owner.merchant.call('onetime-product/update-product', { id, name: 'A second edition' });
    const release = await holdBack(page, '', '**/preview-publish');
    await press(page, 'Publish to live');
    const publish = page.getByRole('button', { name: 'Publish', exact: true });
    await publish.waitFor();
    expect(await publish.isDisabled()).toBe(true);
    expect(await difference.count()).toBe(0);
    release();
    await difference.getByText('A second edition').waitFor();
    await publish.click();
    await page.getByText('Published to live').waitFor();
  });

  it('shows all versions, twenty at a time, without cutting them off', async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, 'onetime');
    for (let version = 2; version <= 22; version += 1) {
      await owner.merchant.call('onetime-product/update-product', { id, name: `Book ${version}` });
    }
    const page = await open(owner, `products/${id}`);
    const table = page.getByRole('table', { name: 'Versions' });
    const lines = async () => (await table.getByRole('row').count()) - 1;
    await expect.poll(lines).toBe(20);
    expect(await table.evaluate(isCut)).toBe(false);
    await press(page, 'Show earlier versions');
    await table.getByText('A product', { exact: true }).waitFor();
    expect(await lines()).toBe(22);
    await page
      .getByRole('button', { name: 'Show earlier versions' })
      .waitFor({ state: 'detached' });
    await expectUsable(page);
  });

  it('creates a checkout link', async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, 'onetime');
    const page = await open(owner, `products/${id}`);
    await press(page, 'Create checkout link');
    const link = page.getByRole('link', { name: /\/checkout\/cs_/ });
    const { pathname } = new URL((await link.getAttribute('href')) as string);
    expect((await fetch(`${test.baseUrl}${pathname}`)).status).toBe(200);
    await expectUsable(page);
  });

  it('creates a subscription product with a trial', async () => {
    const owner = await makeOwner(test);
    const page = await open(owner, 'products/new?kind=subscription');
    await field(page, 'Name').fill('Monthly');
    await field(page, 'Trial days').fill('14');
    await field(page, 'Amount').fill('9.90');
    await field(page, 'Trial price').fill('1.00');
    await expectUsable(page);
    await press(page, 'Create product');
    await heading(page, 'Monthly');
    await page.getByText('14 days').waitFor();
    await page.getByRole('cell', { name: '$1.00' }).waitFor();
  });

  it('ends a paid trial by clearing its days', async () => {
    const owner = await makeOwner(test);
    const prices = { USD: { amount: '9.90', taxCategory: 'saas', trialAmount: '1.00' } };
    const fields = { prices, metadata: { trialDays: 14 } };
    const { id } = await makeProduct(owner, 'subscription', fields);
    const page = await open(owner, `products/${id}/edit`);
    await field(page, 'Trial days').fill('');
    await press(page, 'Save');
    await heading(page, 'A product');
    await page.getByRole('table', { name: 'Prices' }).waitFor();
    expect(await page.getByRole('cell', { name: '$1.00' }).count()).toBe(0);
  });

  it('lets a member read but not write', async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, 'onetime');
    const member = await makeMember(test, owner.merchant, owner.storeId, 'member');
    const page = await openAs(test, browser, member, `test/${owner.storeId}/products/${id}`);
    await heading(page, 'A product');
    await page.getByRole('table', { name: 'Versions' }).waitFor();
    const writing = page.getByRole('button', { name: /Publish|Deactivate|Create/ });
    expect(await writing.count()).toBe(0);
  });

  it('says in live that a test product isn’t published', async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, 'onetime');
    const page = await open(owner, `products/${id}`, 'prod');
    await page.getByText('This product isn’t published to live').waitFor();
    await page.getByText('Live mode').waitFor();
  });
});

describeInChromium('product groups in the dashboard', () => {
  it('creates one with its products and rules', async () => {
    const owner = await makeOwner(test);
    await makeProduct(owner, 'subscription', { name: 'Basic plan' });
    const page = await open(owner, 'product-groups/new');
    await field(page, 'Name').fill('Plans');
    await page
      .getByRole('combobox', { name: 'Products' })
      .or(field(page, 'Products'))
      .first()
      .click();
    await page.getByRole('option', { name: 'Basic plan' }).click();
    await page.keyboard.press('Escape');
    await page.getByLabel('One trial for the whole group').check();
    await field(page, 'Name').click();
    await expectUsable(page);
    await press(page, 'Create group');
    await heading(page, 'Plans');
    await page.reload();
    await page.getByText('Basic plan').first().waitFor();
    expect(await page.getByLabel('One trial for the whole group').isChecked()).toBe(true);
  });

  it('is published with a warning about a product that isn’t', async () => {
    const owner = await makeOwner(test);
    const product = await makeProduct(owner, 'subscription');
    await makeGroup(owner, { name: 'Plans', productIds: [product.id] });
    const page = await open(owner, 'product-groups');
    await page.getByRole('link', { name: 'Plans', exact: true }).click();
    await press(page, 'Publish to live');
    await press(page, 'Publish');
    await page.getByText('Published to live').waitFor();
    await page.getByText(`Product ${product.id} is not published`).waitFor();
  });

  it('is listed, and deleted after confirmation', async () => {
    const owner = await makeOwner(test);
    await makeGroup(owner, { name: 'Old plans' });
    const page = await open(owner, 'product-groups');
    await page.getByRole('link', { name: 'Old plans' }).click();
    await heading(page, 'Old plans');
    await press(page, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete group' }).click();
    await page.getByText('No groups yet').waitFor();
  });
});
