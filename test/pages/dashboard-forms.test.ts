import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeOwner, makeProduct, type Owner, viewIn } from '../support/catalogue.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { expectUsable, holdBack, openAs, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();
const PATH = 'onetime-product/update-product';
const EUR = { EUR: { amount: '11.00', taxCategory: 'saas', taxIncluded: true } };

const open = ({ merchant, storeId }: Owner, path: string, options = {}) =>
  openAs(test, browser, merchant, `test/${storeId}/${path}`, options);
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function editProduct(options = {}) {
  const owner = await makeOwner(test);
  const { id } = await makeProduct(owner, 'onetime', { prices: EUR });
  const page = await open(owner, `products/${id}/edit`, options);
  await field(page, 'Name').waitFor();
  const read = async () => viewIn(await owner.merchant.call(PATH, { id }), 'product');
  return { owner, id, page, read };
}

describeInChromium('a form in the dashboard', () => {
  it('searches a list for what is typed after a click on it', async () => {
    const { page } = await editProduct();
    const currency = page.getByRole('combobox', { name: 'Currency' });
    await currency.click();
    await page.keyboard.type('jpy');
    await page.getByRole('option', { name: 'JPY' }).click();
    expect(await currency.inputValue()).toBe('JPY');
  });

  it('sends only what changed', async () => {
    const { page } = await editProduct();
    const sent = page.waitForRequest((request) => request.url().endsWith(PATH));
    await field(page, 'Description').fill('New words');
    await press(page, 'Save');
    const body = (await sent).postDataJSON();
    expect(Object.keys(body).sort()).toEqual(['description', 'id', 'ifUnmodifiedSince']);
  });

  it('doesn’t overwrite a concurrent change: it shows the difference and applies mine on top', async () => {
    const { owner, id, page, read } = await editProduct();
    const prices = { EUR: { ...EUR.EUR, amount: '99.00' } };
    test.clock.advance(1000);
    await owner.merchant.call(PATH, { id, prices });
    await field(page, 'Description').fill('Mine');
    await press(page, 'Save');
    const notice = page.getByRole('alert').filter({ hasText: 'Someone else changed this' });
    await notice.getByRole('listitem').first().waitFor();
    expect(await notice.getByRole('listitem').allInnerTexts()).toEqual(['Prices']);
    await expectUsable(page);
    await press(page, 'Apply my changes to their version');
    expect(await field(page, 'Amount').inputValue()).toBe('99.00');
    expect(await field(page, 'Description').inputValue()).toBe('Mine');
    await press(page, 'Save');
    await page.getByRole('heading', { name: 'A product', level: 1, exact: true }).waitFor();
    expect(await read()).toMatchObject({
      description: 'Mine',
      prices: { EUR: { amount: '99.00' } },
    });
  });

  it('shows both values of a text that someone else changed too', async () => {
    const { owner, id, page } = await editProduct();
    test.clock.advance(1000);
    await owner.merchant.call(PATH, { id, description: 'Theirs', successUrl: 'https://a.example' });
    await field(page, 'Description').fill('Mine');
    await press(page, 'Save');
    const rows = page.getByRole('alert').getByRole('listitem');
    await rows.first().waitFor();
    const words = (await rows.allInnerTexts()).map((row) => row.replaceAll(/\s+/g, ' '));
    expect(words).toEqual([
      'Description (you changed it too) Yours: “Mine” Theirs: “Theirs”',
      'Redirect after payment Before: empty Theirs: “https://a.example”',
    ]);
    await expectUsable(page);
  });

  it('asks before discarding changes, but not when there are none', async () => {
    const { page } = await editProduct();
    const leave = () => page.getByRole('link', { name: 'Orders', exact: true }).click();
    await field(page, 'Description').fill('Half a thought');
    await leave();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    expect(await field(page, 'Description').inputValue()).toBe('Half a thought');
    await leave();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
  });

  it('asks before discarding changes made after a save', async () => {
    const owner = await makeOwner(test);
    const page = await open(owner, 'settings');
    await field(page, 'Business name').fill('First');
    await press(page, 'Save');
    await page.getByText('Saved', { exact: true }).first().waitFor();
    await field(page, 'Business name').fill('Second');
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    expect(await field(page, 'Business name').inputValue()).toBe('Second');
  });

  it('takes what is typed during a save for unsaved', async () => {
    const owner = await makeOwner(test);
    const page = await open(owner, 'settings');
    await field(page, 'Business name').fill('First');
    const release = await holdBack(page, '', '**/store/update-store');
    await press(page, 'Save');
    await field(page, 'Business name').fill('Second');
    const saving = page.waitForResponse((response) => response.url().endsWith('update-store'));
    release();
    await saving;
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.and(page.locator(':enabled')).waitFor();
    const again = page.waitForRequest((request) => request.url().endsWith('update-store'));
    await save.click();
    expect((await again).postDataJSON()).toMatchObject({ businessName: 'Second' });
  });

  it('continues from the default themes once they are restored', async () => {
    const owner = await makeOwner(test);
    const page = await open(owner, 'settings/checkout');
    const corners = field(page, 'Corners, light theme');
    const before = await corners.inputValue();
    await corners.fill('3px');
    await press(page, 'Save');
    await page.getByText('Saved', { exact: true }).first().waitFor();
    test.clock.advance(1000);
    await press(page, 'Restore the defaults');
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => corners.inputValue()).toBe(before);
    await corners.fill('5px');
    test.clock.advance(1000);
    const saving = page.waitForResponse((response) => response.url().endsWith('update-store'));
    await press(page, 'Save');
    expect((await saving).status()).toBe(200);
    // Nothing is left to save once the page has taken the answer in.
    await page.locator('button:disabled:not([data-loading])', { hasText: 'Save' }).waitFor();
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
  });

  it('reports all invalid fields, each next to its field, and focuses the first', async () => {
    const owner = await makeOwner(test);
    const page = await open(owner, 'products/new');
    await field(page, 'Amount').fill('nonsense');
    await field(page, 'Redirect after payment').fill('shop');
    await press(page, 'Create product');
    await page.getByText('Name is required.').waitFor();
    await page.getByText('Enter an amount, such as 9.90.').waitFor();
    await page.getByText('Enter a web address, such as https://example.com.').waitFor();
    expect(await field(page, 'Name').getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate('document.activeElement.dataset.path')).toBe('name');
    await expectUsable(page);
  });

  it('accepts the decimal comma of the merchant’s language', async () => {
    const { page, read } = await editProduct({ locale: 'de-DE' });
    await field(page, 'Amount').fill('1.250,50');
    await press(page, 'Save');
    await page.getByRole('heading', { name: 'A product', level: 1, exact: true }).waitFor();
    expect((await read()).prices).toMatchObject({ EUR: { amount: '1250.50' } });
  });

  it('describes in words what publishing changes', async () => {
    const { owner, id, page } = await editProduct();
    await owner.merchant.call(PATH, { id, metadata: { tier: 'gold' } });
    await page.goto(`${test.baseUrl}/dashboard/test/${owner.storeId}/products/${id}`);
    await press(page, 'Publish to live');
    const table = page.getByRole('table', { name: 'What changes in live' });
    await table.waitFor();
    const rows = await table.getByRole('row').allInnerTexts();
    const words = rows.map((row) => row.split(/\s*[\t\n]\s*/).join(' | '));
    expect(words).toContain('Prices | None | €11.00 EUR, saas, tax included');
    expect(words).toContain('Metadata | None | tier: gold');
    await expectUsable(page);
  });
});
