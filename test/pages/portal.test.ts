import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { decodeId } from '../../src/kit/id.ts';
import { codeMailedTo } from '../support/mail.ts';
import { portalOf } from '../support/portal.ts';
import { makeSale } from '../support/refunding.ts';
import {
  APPROVED_CARD,
  DECLINED_CARD,
  dataOf,
  makeBuyerToken,
  makeSession,
  makeShop,
  type Shop,
} from '../support/selling.ts';
import { addPlan, makeClub, stateOf, subscribe } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium, sees as seesOn, useChromium, widthOf } from './chromium.ts';

const test = useTestApp();
const browser = useChromium();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Levels A and AA, versions up to 2.2. */
const WCAG = JSON.stringify({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] });
const WAYS = [
  { way: 'with the script', javaScriptEnabled: true },
  { way: 'without the script', javaScriptEnabled: false },
];

const doorOf = (shop: Shop) => `${test.baseUrl}${portalOf(shop)}?environment=test`;
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const follow = (page: Page, name: string) => page.getByRole('link', { name }).first().click();
const sees = (page: Page, text: string) => seesOn(page, page.getByText(text));

async function enterByToken(shop: Shop, page: Page): Promise<void> {
  await page.goto(`${test.baseUrl}${portalOf(shop)}#token=${await makeBuyerToken(shop)}`);
  await sees(page, 'Logged in as buyer-1');
}

async function enterByMail(shop: Shop, page: Page): Promise<void> {
  await page.goto(doorOf(shop));
  await page.getByLabel('Email').fill('buyer@example.com');
  await press(page, 'Send me a link');
  await sees(page, 'Check your inbox');
  const code = await codeMailedTo(test, 'buyer@example.com');
  await page.goto(`${test.baseUrl}${portalOf(shop)}/sign-in?environment=test&code=${code}`);
  await press(page, 'Continue');
  await sees(page, 'Logged in as buyer@example.com');
}

async function fillCard(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry').fill('12/40');
  await page.getByLabel('Security code').fill('123');
  await press(page, 'Save card');
}

/** A club whose buyers may switch between two plans; one subscription and one sale of `buyer-1`. */
async function makeMember() {
  const club = await makeClub(test, { name: 'Monthly magazine' });
  const prices = { USD: { amount: '99.00', taxCategory: 'saas' } };
  const yearly = { name: 'Yearly magazine', billingPeriod: 'yearly', prices };
  const productIds = [club.productId, await addPlan(club, yearly)];
  const rules = { selfServicePlanChange: true };
  const group = { storeId: club.store.id, name: 'Magazine', productIds, rules };
  dataOf(await club.merchant.call('subscription-product-group/create-group', group));
  return { club, orderId: await subscribe(club) };
}

/** WCAG rules that the page violates, in both themes and at 360 pixels. */
async function findingsOn(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.waitForLoadState('load');
  await page.evaluate(axe);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const results = (await page.evaluate(`axe.run(document, ${WCAG})`)) as {
      violations: { id: string; nodes: { target: string[] }[] }[];
    };
    for (const { id, nodes } of results.violations) {
      found.push(...nodes.map(({ target }) => `${colorScheme} ${id}: ${target.join(' ')}`));
    }
  }
  const width = await widthOf(page);
  return width > 360 ? [...found, `wide: ${width}`] : found;
}

describeInChromium("the buyer's portal", () => {
  it('removes the token from the URL and shows whose orders they are', async () => {
    const { club } = await makeMember();
    const page = await browser.open();
    await enterByToken(club, page);
    expect(page.url()).toBe(`${test.baseUrl}${portalOf(club)}`);
    await page.reload();
    await sees(page, 'Monthly magazine');
    await press(page, 'Log out');
    await page.getByLabel('Email').waitFor();
  });

  it('keeps a refused form, so that going back leads to the page before it', async () => {
    const sale = await makeSale(test);
    const page = await browser.open();
    await enterByToken(sale.shop, page);
    await follow(page, 'An e-book');
    await follow(page, 'Request a refund');
    const amount = page.getByLabel('Amount in USD');
    for (const [entered, complaint] of [
      ['99.00', 'Enter at most 9.90.'],
      ['none', 'Enter an amount such as 9.90'],
    ] as const) {
      await amount.fill(entered);
      await page.getByLabel('What is the reason?').fill('Too late');
      await press(page, 'Send request');
      await sees(page, complaint);
      expect(await amount.getAttribute('aria-invalid')).toBe('true');
      expect(await page.getByRole('alert').count()).toBe(1);
    }
    await page.goBack();
    await sees(page, 'Payment of $9.90');
    await page.goForward();
    expect(await page.getByLabel('What is the reason?').inputValue()).toBe('Too late');
    await amount.fill('9.90');
    await press(page, 'Send request');
    await sees(page, 'Your request was sent');
  });

  it.each(WAYS)('cancels a subscription and reactivates it $way', async (options) => {
    const { club, orderId } = await makeMember();
    const page = await browser.open(options);
    await enterByMail(club, page);
    await follow(page, 'Monthly magazine');
    await follow(page, 'Cancel subscription');
    await follow(page, 'Keep it');
    await follow(page, 'Cancel subscription');
    await press(page, 'Cancel subscription');
    await sees(page, 'Your subscription is canceled.');
    // Of a status on a new page, a screen reader may leave out the text.
    expect(await page.getByRole('status').count()).toBe(0);
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'canceling' });
    await follow(page, 'Keep subscription');
    await press(page, 'Keep subscription');
    await sees(page, 'Your subscription will continue.');
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'active' });
  });

  it('accepts another card after one is declined', async () => {
    const { club } = await makeMember();
    const page = await browser.open();
    await enterByToken(club, page);
    await follow(page, 'Monthly magazine');
    await follow(page, 'Update card');
    await press(page, 'Save card');
    await sees(page, 'Enter the number on the front of your card.');
    await fillCard(page, DECLINED_CARD);
    await sees(page, 'Your bank declined the card.');
    expect((await page.content()).replaceAll(' ', '')).not.toContain(DECLINED_CARD);
    await fillCard(page, '4576 7500 0000 0110');
    await sees(page, 'Your new card has been saved.');
    await sees(page, 'Visa ending in 0110');
  });

  it('keeps a declined card in its fields', async () => {
    const { club } = await makeMember();
    const page = await browser.open();
    await enterByToken(club, page);
    await follow(page, 'Monthly magazine');
    await follow(page, 'Update card');
    await fillCard(page, DECLINED_CARD);
    await sees(page, 'Your bank declined the card.');
    expect(await page.getByLabel('Card number').inputValue()).toBe(DECLINED_CARD);
    expect(await page.evaluate('document.activeElement.className')).toBe('problem');
  });

  it.each(WAYS)('corrects billing details $way', async (options) => {
    const { club } = await makeMember();
    const page = await browser.open(options);
    await enterByMail(club, page);
    await follow(page, 'Monthly magazine');
    await follow(page, 'Edit billing details');
    await page.getByLabel('I’m buying for a business').check();
    await press(page, 'Save billing details');
    await sees(page, 'Enter the name of your business.');
    await page.getByLabel('Business name').fill('Ada SARL');
    await page.getByLabel('Tax ID').fill('FR12345678901');
    await page.getByLabel('Country or region').selectOption('FR');
    await press(page, 'Save billing details');
    await sees(page, 'Your billing details have been saved.');
    await sees(page, 'Ada SARL, FR12345678901, France');
    await follow(page, 'Receipt');
    await sees(page, 'Tax ID: FR12345678901');
  });

  it('uses the selected language on every page from then on', async () => {
    const { club } = await makeMember();
    const page = await browser.open();
    await enterByToken(club, page);
    await follow(page, 'Monthly magazine');
    await page.locator('.languages summary').click();
    await follow(page, 'العربية');
    await page.locator('html[lang="ar"][dir="rtl"]').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/orders\/ORD_/);
    await page.locator('a.back').click();
    await page.locator('html[lang="ar"] .order-card').first().waitFor();
  });

  it('links to the page of a plan change', async () => {
    const { club } = await makeMember();
    const page = await browser.open();
    await enterByMail(club, page);
    await follow(page, 'Monthly magazine');
    await follow(page, 'Change plan');
    await page.getByLabel('Yearly magazine').check();
    await press(page, 'Continue');
    await page.waitForURL(/\/store\/[^/]+\/change\/cs_/);
    await sees(page, 'Yearly magazine');
  });

  it('keeps the language of a plan change for the buyer’s mails', async () => {
    const { club } = await makeMember();
    const page = await browser.open({ locale: 'de-DE' });
    await page.goto(`${test.baseUrl}${portalOf(club)}#token=${await makeBuyerToken(club)}`);
    await follow(page, 'Monthly magazine');
    await page.locator('.acts a[href$="/plan"]').click();
    await page.getByLabel('Yearly magazine').check();
    await page.locator('form:has(fieldset.choices) button[type="submit"]').click();
    await page.waitForURL(/\/change\/cs_[^/]+\?language=de$/);
    await page.locator('html[lang="de"] #submit').click();
    await page.locator('.notice.good').waitFor();
    const [session] = await test.database.query<{ language: string }>(sql`
      select language from checkout_session
      where store_id = ${decodeId('STO', club.store.id)} and origin_order_id is not null`);
    expect(session?.language).toBe('de');
  });

  it('requests a refund and shows its outcome', async () => {
    const sale = await makeSale(test);
    const page = await browser.open();
    await enterByToken(sale.shop, page);
    await follow(page, 'An e-book');
    await follow(page, 'Request a refund');
    await page.getByLabel('Amount in USD').fill('12.00');
    await page.getByLabel('What is the reason?').fill('Not for me');
    await press(page, 'Send request');
    await sees(page, 'Enter at most 9.90.');
    expect(await page.getByLabel('What is the reason?').inputValue()).toBe('Not for me');
    await page.getByLabel('Amount in USD').fill('4.00');
    await press(page, 'Send request');
    await sees(page, 'Your request was sent to');
    await sees(page, 'Refund of $4.00 requested');
  });

  it('is linked from the page of a payment, with its receipt', async () => {
    const shop = await makeShop(test);
    const page = await browser.open();
    const sessionId = await makeSession(shop);
    await page.goto(`${test.baseUrl}/store/${shop.store.slug}/checkout/${sessionId}`);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Country or region').selectOption('DE');
    await page.getByLabel('Card number').fill(APPROVED_CARD);
    await page.getByLabel('Expiry').fill('12/40');
    await page.getByLabel('Security code').fill('123');
    await press(page, 'Pay $9.90');
    await follow(page, 'Your orders and receipts');
    await page.waitForURL(doorOf(shop));
    await sees(page, 'Test mode');
  });

  it('is accessible in light and dark, on the smallest screen', async () => {
    const { club } = await makeMember();
    const sale = await makeSale(test, {}, { ...club, productId: await addOnetime(club) });
    const page = await browser.open({ viewport: { width: 360, height: 740 } });
    await page.goto(doorOf(club));
    expect(await findingsOn(page), 'door').toEqual([]);
    await enterByToken(club, page);
    expect(await findingsOn(page), 'orders').toEqual([]);
    await follow(page, 'Monthly magazine');
    const order = page.url();
    const paths = ['', '/card', '/billing', '/plan'].map((act) => order + act);
    const base = test.baseUrl + portalOf(club);
    paths.push(`${base}/payments/${sale.paymentId}/refund`, `${base}/receipts/${sale.paymentId}`);
    for (const path of paths) {
      await page.goto(path);
      expect(await findingsOn(page), path).toEqual([]);
    }
  });

  it('can be used with only the keyboard', async () => {
    const { club, orderId } = await makeMember();
    const page = await browser.open();
    await enterByToken(club, page);
    for (const name of ['Monthly magazine', 'Cancel subscription']) {
      await page.getByRole('link', { name }).focus();
      await page.keyboard.press('Enter');
      await page.waitForLoadState();
    }
    await page.getByRole('button', { name: 'Cancel subscription' }).focus();
    await page.keyboard.press('Enter');
    await sees(page, 'Your subscription is canceled.');
    expect(await page.evaluate('document.activeElement?.textContent')).toBe(
      'Your subscription is canceled.',
    );
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'canceling' });
  });
});

async function addOnetime({ merchant, store }: Shop): Promise<string> {
  const prices = { USD: { amount: '9.90', taxIncluded: true, taxCategory: 'ebook' } };
  const body = { storeId: store.id, name: 'An e-book', prices };
  return dataOf(await merchant.call('onetime-product/create-product', body)).product.id;
}
