import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { MAX_DECLINES } from '../../src/domain/checkout-session/attempts.queries.ts';
import {
  APPROVED_CARD,
  DECLINED_CARD,
  makeBuyerToken,
  makeSession,
  makeShop,
  type Shop,
} from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium, sees, useChromium, widthOf } from './chromium.ts';

const test = useTestApp();
const browser = useChromium();
const WAYS = [
  { way: 'with the script', javaScriptEnabled: true },
  { way: 'without the script', javaScriptEnabled: false },
];

/** The provider never receives the charge, and the worker voids it within a minute. */
const LOST_CARD = '4000000000006611';
/** The provider declines the charge after a while. */
const DECLINED_LATER_CARD = '4000000000006637';

const addressOf = (shop: Shop, sessionId: string) =>
  `${test.baseUrl}/store/${shop.store.slug}/checkout/${sessionId}`;

async function fill(page: Page, card: string): Promise<void> {
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Country or region').selectOption('DE');
  await fillCard(page, card);
}

async function fillCard(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry').fill('12/40');
  await page.getByLabel('Security code').fill('123');
}

const press = (page: Page) => page.getByRole('button', { name: 'Pay $9.90' }).click();
const heading = (page: Page, name: string) => sees(page, page.getByRole('heading', { name }));
const focused = (page: Page) => page.evaluate('document.activeElement?.id');

const MOVE_CARET = `getSelection().collapse(document.querySelector('main p').firstChild, 3)`;

/** Pays in a store that the receipt leads back to; the page's clock is the test's. */
async function openReceipt(): Promise<Page> {
  const shop = await makeShop(test, { successUrl: 'https://shop.example/thanks' });
  const page = await browser.open();
  await page.route('https://shop.example/**', (route) => route.fulfill({ body: 'Welcome back' }));
  await page.clock.install();
  await page.goto(addressOf(shop, await makeSession(shop)));
  await fill(page, APPROVED_CARD);
  await press(page);
  return page;
}

/** Makes the page's own pauses five times as short. */
const hurry = (page: Page) =>
  page.addInitScript(`{
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (work, ms) => setTimeout(work, ms / 5);
  }`);

/** Lets the worker find out what became of the charge. */
async function endCharge(): Promise<void> {
  test.clock.advance(61_000);
  await test.app.worker.runOnce();
}

async function ordersOf(sessionId: string) {
  return test.database.query<{ status: string; buyerIdentity: string | null; detail: unknown }>(sql`
    select status, buyer_identity as "buyerIdentity", billing_detail as detail from orders
    where checkout_session_id = ${sessionId.slice('cs_'.length)}`);
}

describeInChromium('hosted checkout', () => {
  it.each(WAYS)('pays $way and shows the receipt', async ({ javaScriptEnabled }) => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    const page = await browser.open({ javaScriptEnabled });
    await page.goto(addressOf(shop, sessionId));
    await fill(page, '4242 4242 4242 4242');
    await press(page);
    await heading(page, 'Payment successful');
    expect(await page.getByText('Visa ending in 4242').isVisible()).toBe(true);
    expect(await page.getByText('a••@example.com').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const printed = page
      .getByText('a••@example.com')
      .evaluate((one) => getComputedStyle(one).color);
    expect(await printed).toBe('rgb(0, 0, 0)');
    expect(await ordersOf(sessionId)).toMatchObject([
      { status: 'completed', detail: { country: 'DE', isBusiness: false } },
    ]);
  });

  it('keeps the input when the card is declined, then pays with another', async () => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    const page = await browser.open();
    await page.goto(addressOf(shop, sessionId));
    await fill(page, DECLINED_CARD);
    await press(page);
    const alert = page.getByRole('alert');
    await alert.getByText('Your payment was declined').waitFor();
    expect(await focused(page)).toBe('problem');
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com');
    expect(await page.getByLabel('Card number').inputValue()).toBe('4000 0000 0000 0002');
    await fillCard(page, APPROVED_CARD);
    await press(page);
    await heading(page, 'Payment successful');
    expect(await ordersOf(sessionId)).toHaveLength(1);
  });

  it('leaves no gap for a picture that fails to load', async () => {
    const media = [{ type: 'image', url: 'https://gone.example/a.png', alt: 'Gone' }];
    const shop = await makeShop(test, { media });
    const page = await browser.open();
    await page.goto(addressOf(shop, await makeSession(shop)));
    await page.locator('figure').waitFor({ state: 'detached' });
    expect(await page.getByText('Due today').isVisible()).toBe(true);
  });

  it('declines without the script without echoing the card, then pays with another', async () => {
    const shop = await makeShop(test);
    const page = await browser.open({ javaScriptEnabled: false });
    await page.goto(addressOf(shop, await makeSession(shop)));
    await fill(page, DECLINED_CARD);
    await press(page);
    await page.getByText('Your payment was declined').waitFor();
    expect((await page.content()).replaceAll(' ', '')).not.toContain(DECLINED_CARD);
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com');
    expect(await page.getByLabel('Country or region').inputValue()).toBe('DE');
    await fillCard(page, APPROVED_CARD);
    await press(page);
    await heading(page, 'Payment successful');
  });

  it.each(WAYS)('closes after ten declined cards $way, and starts again at the product', async ({
    javaScriptEnabled,
  }) => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    await test.database.query(sql`update checkout_session set declines = ${MAX_DECLINES - 1}
      where id = ${sessionId.slice('cs_'.length)}`);
    const page = await browser.open({ javaScriptEnabled });
    await page.goto(addressOf(shop, sessionId));
    await fill(page, DECLINED_CARD);
    await press(page);
    await heading(page, 'Too many cards were declined');
    expect(await page.getByText('You haven’t been charged.').isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Start again' }).click();
    await page.getByRole('button', { name: 'Buy' }).click();
    await fill(page, APPROVED_CARD);
    await press(page);
    await heading(page, 'Payment successful');
  });

  it('pays while the script is still loading', async () => {
    const shop = await makeShop(test);
    const page = await browser.open();
    await page.route('**/checkout.mjs', (route) => route.abort());
    await page.goto(addressOf(shop, await makeSession(shop)));
    await fill(page, APPROVED_CARD);
    await press(page);
    await heading(page, 'Payment successful');
  });

  it('charges once, however often the button is pressed', async () => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    const page = await browser.open();
    await page.goto(addressOf(shop, sessionId));
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/pay')) posts.push(request.url());
    });
    await fill(page, APPROVED_CARD);
    const button = page.locator('#submit');
    await button.evaluate((element) => {
      for (let times = 0; times < 5; times += 1) (element as unknown as { click(): void }).click();
    });
    await heading(page, 'Payment successful');
    expect(posts).toHaveLength(1);
  });

  it('marks invalid fields and focuses the first', async () => {
    const shop = await makeShop(test);
    const page = await browser.open();
    await page.goto(addressOf(shop, await makeSession(shop)));
    await page.getByLabel('Country or region').selectOption('US');
    await page.getByLabel('I’m buying for a business').check();
    await press(page);
    await page.getByRole('alert').getByText('There is a problem').waitFor();
    expect(await focused(page)).toBe('buyerEmail');
    const wrong = page.locator('[aria-invalid="true"]');
    expect(await wrong.evaluateAll((all) => all.map(({ id }) => id))).toEqual([
      'buyerEmail',
      'cardNumber',
      'cardExpiry',
      'cardCvc',
      'state',
      'businessName',
    ]);
    await page.getByLabel('Email').fill('a');
    expect(await wrong.count()).toBe(5);
  });

  it('asks for state and business only if they apply, and submits them', async () => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    const page = await browser.open();
    await page.goto(addressOf(shop, sessionId));
    await fill(page, APPROVED_CARD);
    expect(await page.locator('#state').isVisible()).toBe(false);
    expect(await page.getByLabel('Business name').isVisible()).toBe(false);
    await page.getByLabel('Country or region').selectOption('US');
    await page.locator('#state').fill('Oregon');
    await page.getByLabel('I’m buying for a business').check();
    await page.getByLabel('Business name').fill('Ada Ltd');
    await press(page);
    await heading(page, 'Payment successful');
    expect((await ordersOf(sessionId))[0]?.detail).toEqual({
      country: 'US',
      isBusiness: true,
      state: 'Oregon',
      businessName: 'Ada Ltd',
    });
  });

  it('pays using only the keyboard, with visible focus at every step', async () => {
    const shop = await makeShop(test);
    const page = await browser.open();
    await page.goto(addressOf(shop, await makeSession(shop)));
    const { keyboard } = page;
    const seen: unknown[] = [];
    const next = async () => {
      await keyboard.press('Tab');
      seen.push(await focused(page));
      const outline = 'getComputedStyle(document.activeElement).outlineStyle';
      expect(await page.evaluate(outline)).toBe('solid');
    };
    await keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to payment');
    await keyboard.press('Enter');
    await keyboard.type('ada@example.com');
    for (const text of ['4242424242424242', '1240', '123', 'Germ']) {
      await next();
      await keyboard.type(text);
    }
    await next();
    await next();
    expect(seen).toEqual([
      'cardNumber',
      'cardExpiry',
      'cardCvc',
      'country',
      'isBusiness',
      'submit',
    ]);
    expect(await page.getByLabel('Expiry').inputValue()).toBe('12 / 40');
    await keyboard.press('Enter');
    await heading(page, 'Payment successful');
  });

  it("identifies the buyer by the link's token, which is removed from the address bar", async () => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    const token = await makeBuyerToken(shop, 'ada@example.com');
    const page = await browser.open();
    await page.goto(`${addressOf(shop, sessionId)}#token=${token}`);
    await page.waitForFunction('location.hash === ""');
    expect(page.url()).toBe(addressOf(shop, sessionId));
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com');
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    await fill(page, APPROVED_CARD);
    await press(page);
    await heading(page, 'Payment successful');
    expect(await ordersOf(sessionId)).toMatchObject([{ buyerIdentity: 'ada@example.com' }]);
    expect(await page.context().cookies()).toEqual([]);
  });

  it('still identifies the buyer after a reload and in another language', async () => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    const token = await makeBuyerToken(shop, 'ada@example.com');
    const page = await browser.open();
    await page.goto(`${addressOf(shop, sessionId)}#token=${token}`);
    await page.waitForFunction('location.hash === ""');
    await page.reload();
    await page.locator('.languages summary').click();
    await page.getByRole('link', { name: 'English (Kenya)' }).click();
    await page.locator('html[lang="en-KE"]').waitFor();
    await page.waitForFunction('location.hash === ""');
    expect(page.url()).toBe(`${addressOf(shop, sessionId)}?language=en-KE`);
    await fill(page, APPROVED_CARD);
    await page.locator('#submit').click();
    await heading(page, 'Payment successful');
    expect(await ordersOf(sessionId)).toMatchObject([{ buyerIdentity: 'ada@example.com' }]);
  });

  it('reports an expired token', async () => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    const page = await browser.open();
    await page.goto(`${addressOf(shop, sessionId)}#token=dead`);
    await fill(page, APPROVED_CARD);
    await press(page);
    await page.getByText('Your login at A store has expired.').waitFor();
    expect(await ordersOf(sessionId)).toEqual([]);
  });

  it.each([
    ['got lost', LOST_CARD],
    ['was declined', DECLINED_LATER_CARD],
  ])(
    'says once that a payment in progress %s, and knows the buyer',
    async (_end, card) => {
      const shop = await makeShop(test);
      const sessionId = await makeSession(shop);
      const token = await makeBuyerToken(shop, 'ada@example.com');
      const page = await browser.open();
      await hurry(page);
      await page.goto(`${addressOf(shop, sessionId)}#token=${token}`);
      await page.waitForFunction('location.hash === ""');
      await fill(page, card);
      await press(page);
      await heading(page, 'Your payment is being processed');
      await endCharge();
      await page.getByRole('alert').getByText('The payment couldn’t be completed.').waitFor();
      expect(await focused(page)).toBe('problem');
      await page.reload();
      await sees(page, page.getByRole('button', { name: 'Pay $9.90' }));
      expect(await page.getByRole('alert').isVisible()).toBe(false);
      await fill(page, APPROVED_CARD);
      await press(page);
      await heading(page, 'Payment successful');
      expect(await ordersOf(sessionId)).toMatchObject([{ buyerIdentity: 'ada@example.com' }]);
    },
    120_000,
  );

  it('shows without the script that the payment in progress has ended', async () => {
    const shop = await makeShop(test);
    const page = await browser.open({ javaScriptEnabled: false });
    await page.goto(addressOf(shop, await makeSession(shop)));
    await fill(page, LOST_CARD);
    await press(page);
    await heading(page, 'Your payment is being processed');
    await endCharge();
    await fill(page, APPROVED_CARD);
    await press(page);
    await heading(page, 'Payment successful');
  }, 120_000);

  it('goes back to the store after the receipt', async () => {
    const page = await openReceipt();
    await heading(page, 'Payment successful');
    await page.getByText('You’ll be taken back to A store').waitFor();
    await page.clock.runFor(6_000);
    await page.waitForURL('https://shop.example/thanks');
  });

  it.each([
    ['scrolls', (page: Page) => page.mouse.wheel(0, 100)],
    ['moves to a link without the keyboard', (page: Page) => page.locator('#return').focus()],
    ['moves the caret with a screen reader', (page: Page) => page.evaluate(MOVE_CARET)],
  ])('stays on the receipt when the reader %s', async (_does, act) => {
    const page = await openReceipt();
    await page.getByText('You’ll be taken back to A store').waitFor();
    await act(page);
    await page.getByText('You’ll be taken back to A store').waitFor({ state: 'detached' });
    await page.clock.runFor(6_000);
    expect(new URL(page.url()).origin).toBe(test.baseUrl);
  });

  it('stays on the receipt after Back from the store', async () => {
    const page = await openReceipt();
    await page.locator('#return').click();
    await page.waitForURL('https://shop.example/thanks');
    await page.goBack();
    await heading(page, 'Payment successful');
    expect(await page.locator('#returning').textContent()).toBe('');
    await page.clock.runFor(6_000);
    expect(new URL(page.url()).origin).toBe(test.baseUrl);
  });

  it('shows a paid session as paid when opened later', async () => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    const [page, other] = [await browser.open(), await browser.open()];
    await other.goto(addressOf(shop, sessionId));
    await page.goto(addressOf(shop, sessionId));
    await fill(page, APPROVED_CARD);
    await press(page);
    await heading(page, 'Payment successful');
    await page.goto(addressOf(shop, sessionId));
    await heading(page, 'This checkout is already paid');
    expect(await page.content()).not.toContain('ada@example.com');
    // A window that was already open can't pay again.
    await fill(other, APPROVED_CARD);
    await press(other);
    await heading(other, 'This checkout is already paid');
    expect(await ordersOf(sessionId)).toHaveLength(1);
  });

  it.each(WAYS)('becomes the expired page when paid too late, $way', async (way) => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    const page = await browser.open({ javaScriptEnabled: way.javaScriptEnabled });
    await page.goto(addressOf(shop, sessionId));
    await test.database.query(sql`
      update checkout_session set status = 'expired'
      where id = ${sessionId.slice('cs_'.length)}`);
    await fill(page, APPROVED_CARD);
    await press(page);
    await heading(page, 'This checkout has expired');
    await page.reload();
    await heading(page, 'This checkout has expired');
  });

  it('accepts no payment for a closed store', async () => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    const page = await browser.open();
    await shop.merchant.call('store/update-store', { id: shop.store.id, status: 'inactive' });
    await page.goto(addressOf(shop, sessionId));
    await heading(page, 'This store isn’t accepting payments right now');
  });

  it('fits 360 px in every state', async () => {
    const shop = await makeShop(test, {
      name: 'W'.repeat(64),
      description: `${'x'.repeat(300)}\n\n| ${'a | '.repeat(30)}\n|${'-|'.repeat(31)}`,
    });
    const page = await browser.open({ viewport: { width: 360, height: 640 } });
    const sessionId = await makeSession(shop);
    const expectFit = async () => expect(await widthOf(page)).toBe(360);
    await page.goto(addressOf(shop, sessionId));
    await expectFit();
    await fill(page, DECLINED_CARD);
    await page.getByLabel('Country or region').selectOption('CA');
    await page.getByLabel('I’m buying for a business').check();
    await press(page);
    await page.getByRole('alert').waitFor();
    await expectFit();
    await page.getByLabel('Country or region').selectOption('DE');
    await page.getByLabel('I’m buying for a business').uncheck();
    await fillCard(page, APPROVED_CARD);
    await press(page);
    await heading(page, 'Payment successful');
    await expectFit();
    await page.goto(`${test.baseUrl}/store/none/checkout/none`);
    await heading(page, 'This checkout doesn’t exist');
    await expectFit();
  });

  it.each([
    [{ darkMode: true }, 'light', 'rgb(26, 26, 26)'],
    [{ darkMode: false }, 'dark', 'rgb(255, 255, 255)'],
    [{}, 'light', 'rgb(255, 255, 255)'],
    [{}, 'dark', 'rgb(26, 26, 26)'],
  ] as const)('shows %o to a visitor who prefers %s', async (wish, colorScheme, background) => {
    const shop = await makeShop(test);
    const page = await browser.open({ colorScheme });
    await page.goto(addressOf(shop, await makeSession(shop, wish)));
    const shown = await page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    expect(shown).toBe(background);
  });
});
