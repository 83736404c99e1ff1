import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeMerchant, makeStore } from '../support/merchant.ts';
import { portalOf } from '../support/portal.ts';
import { asBuyer, makeSale, makeTicket, review } from '../support/refunding.ts';
import { dataOf, makeBuyerToken, makeSession, type Shop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium, useChromium } from './chromium.ts';

const test = useTestApp();
const browser = useChromium();
const PRICES = { USD: { amount: '9.90', taxIncluded: true, taxCategory: 'ebook' } };
/** What follows it is written from right to left. */
const OVERRIDE = '\u202e';
/** Ends the isolation of the text that it is part of. */
const POP_ISOLATE = '\u2069';
const HEBREW = 'חנות';

/** A shop with these names, which the API accepts. */
async function makeNamedShop(storeName: string, productName: string): Promise<Shop> {
  const merchant = await makeMerchant(test);
  const store = await makeStore(merchant, storeName);
  const body = { storeId: store.id, name: productName, prices: PRICES };
  const reply = await merchant.call('onetime-product/create-product', body);
  return { test, merchant, store, productId: dataOf(reply).product.id };
}

/** Parts of an element's line in the order in which they stand on it, from left to right. */
function inOrder(line: Locator, parts: readonly string[]): Promise<string[]> {
  return line.evaluate((element, wanted) => {
    const range = document.createRange();
    const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const placed = new Map<string, number>();
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      for (const part of wanted) {
        const at = (node.nodeValue ?? '').indexOf(part);
        if (at === -1 || placed.has(part)) continue;
        range.setStart(node, at);
        range.setEnd(node, at + part.length);
        placed.set(part, range.getBoundingClientRect().left);
      }
    }
    return [...placed].sort(([, one], [, other]) => one - other).map(([part]) => part);
  }, parts);
}

async function pay(page: Page): Promise<void> {
  await page.locator('#buyerEmail').fill('ada@example.com');
  await page.locator('#country').selectOption('DE');
  await page.locator('#cardNumber').fill('4242424242424242');
  await page.locator('#cardExpiry').fill('12/40');
  await page.locator('#cardCvc').fill('123');
  await page.locator('#submit').click();
}

/** Marks that embed, override or isolate text. */
const MARKS = /[\u202a-\u202e\u2066-\u2069]/;

describeInChromium('a name with marks that reorder text', () => {
  it('leaves the sentences of hosted pages as they are', async () => {
    const shop = await makeNamedShop(`Acme${OVERRIDE}`, `Book${POP_ISOLATE}${OVERRIDE}`);
    const page = await browser.open();
    const store = `${test.baseUrl}/store/${shop.store.slug}`;
    await page.goto(`${store}/product/${shop.productId}?environment=test`);
    expect(await page.content()).not.toMatch(MARKS);
    await page.goto(`${store}/checkout/${await makeSession(shop)}`);
    expect(await page.content()).not.toMatch(MARKS);
    await pay(page);
    const thanks = page.getByText('has received your payment');
    await thanks.waitFor();
    const words = ['Acme', 'has', 'received', 'your', 'payment'];
    expect(await inOrder(thanks, words)).toEqual(words);
    await page.goto(`${test.baseUrl}${portalOf(shop)}#token=${await makeBuyerToken(shop)}`);
    await page.getByText('Logged in as buyer-1').waitFor();
    expect(await page.content()).not.toMatch(MARKS);
  });
});

describeInChromium('a name written from right to left', () => {
  it('stays in its place beside other texts of the portal', async () => {
    const shop = await makeNamedShop(HEBREW, HEBREW);
    const sale = await makeSale(test, {}, shop);
    await review(sale, (await makeTicket(sale)).id, 'reject', '30 days are over');
    const billingDetail = { country: 'DE', isBusiness: true, businessName: HEBREW, taxId: '12-34' };
    const correction = { orderId: sale.orderId, billingDetail };
    dataOf(await asBuyer(sale, 'billing-detail/update-detail', correction));
    const page = await browser.open();
    await page.goto(`${test.baseUrl}${portalOf(shop)}#token=${await makeBuyerToken(shop)}`);
    await page.getByRole('link', { name: HEBREW }).first().click();
    const note = page.getByText('days are over');
    await note.waitFor();
    const said = [HEBREW, ': ', '30', 'days'];
    expect(await inOrder(note, said)).toEqual(said);
    const billed = [HEBREW, ', ', '12-34', 'Germany'];
    const line = page.locator('dd').filter({ hasText: '12-34' });
    expect(await inOrder(line, billed)).toEqual(billed);
  });
});
