import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { decodeId } from '../../src/kit/id.ts';
import { post } from '../support/merchant.ts';
import { portalOf } from '../support/portal.ts';
import { dataOf, makeBuyerToken, makeSession, makeShop, type Shop } from '../support/selling.ts';
import { endIntent } from '../support/stripe-mock/payment-intents.ts';
import { serveStripeJs } from '../support/stripe-mock/stripe-js.ts';
import { useStripeMock } from '../support/stripe-mock/stripe-mock.ts';
import {
  callBack,
  intentsOf,
  payOnPage,
  statesOf,
  stripeSettings,
} from '../support/stripe-selling.ts';
import { addPlan, makeClub } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium, sees, useChromium } from './chromium.ts';

const mock = useStripeMock();
const test = useTestApp(stripeSettings(mock));
const browser = useChromium();
const VISA = '4242 4242 4242 4242';
const DECLINED = '4000 0000 0000 0002';
const ASKS_ALWAYS = '4000 0027 6000 3184';
const ASKS_ONCE = '4000 0025 0000 3155';
const PROD = { environment: 'prod' } as const;

const addressOf = ({ store }: Shop, kind: string, sessionId: string) =>
  `${test.baseUrl}/store/${store.slug}/${kind}/${sessionId}`;
/** By keyboard: a click right after a layout change may hit another process's frame. */
const press = (page: Page, name: string) => page.getByRole('button', { name }).press('Enter');
const heading = (page: Page, name: string) => sees(page, page.getByRole('heading', { name }));
const frameOf = (page: Page) => page.frameLocator('#provider-cards iframe');
const typeCard = (page: Page, number: string) =>
  frameOf(page).getByLabel('Card number').fill(number);
/** Within the stand-in's frame, so that the focus stays with the page. */
const tick = (box: Locator) => box.evaluate((input: HTMLInputElement) => input.click());

/** Browser complaints: a source that the policy blocks, or a script error. */
async function openWithStripe(): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.open();
  const complaints: string[] = [];
  await serveStripeJs(page.context(), mock);
  page.on('console', (message) => {
    const text = message.text();
    // A refused payment is a 400, which the browser logs.
    if (message.type() === 'error' && !/status of 40[09]/.test(text)) complaints.push(text);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, complaints };
}

async function openCheckout(shop: Shop, body: Readonly<Record<string, unknown>> = {}) {
  const sessionId = await makeSession(shop, body, 'prod');
  const opened = await openWithStripe();
  await opened.page.goto(addressOf(shop, 'checkout', sessionId));
  await opened.page.getByLabel('Email').fill('ada@example.com');
  await opened.page.getByLabel('Country or region').selectOption('DE');
  return { ...opened, sessionId };
}

/** Stripe's callbacks of that type, once there are as many as given. */
async function tellOf(type: string, shop: Shop, count = 1): Promise<void> {
  const about = async () => {
    const ids = (await intentsOf(shop, mock)).map(({ id }) => id);
    return mock.events(type).filter(({ data }) => ids.includes((data.object as { id: string }).id));
  };
  await expect.poll(async () => (await about()).length).toBe(count);
  for (const event of await about()) expect((await callBack(test, event)).status).toBe(200);
}

describeInChromium('the hosted checkout with Stripe', () => {
  it('accepts the card in a Stripe frame and shows the receipt', async () => {
    const shop = await makeShop(test, {}, 'prod');
    const { page, complaints } = await openCheckout(shop);
    await typeCard(page, VISA);
    await press(page, 'Pay $9.90');
    await heading(page, 'Payment successful');
    await page.getByText('Visa ending in 4242').waitFor();
    expect(await statesOf(shop)).toMatchObject([{ order: 'completed', payment: 'succeeded' }]);
    expect(complaints).toEqual([]);
  });

  it('keeps the input when the card is incomplete or declined', async () => {
    const shop = await makeShop(test, {}, 'prod');
    const { page } = await openCheckout(shop);
    await press(page, 'Pay $9.90');
    await page.getByText('Your card number is incomplete.').waitFor();
    await typeCard(page, DECLINED);
    await press(page, 'Pay $9.90');
    await page.getByText('Your bank declined the card.').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com');
    await typeCard(page, VISA);
    await press(page, 'Pay $9.90');
    await heading(page, 'Payment successful');
  });

  it('completes the bank’s authentication and waits for Stripe’s confirmation', async () => {
    const shop = await makeShop(test, {}, 'prod');
    const { page, complaints } = await openCheckout(shop);
    await typeCard(page, ASKS_ALWAYS);
    await press(page, 'Pay $9.90');
    await press(page, 'Complete');
    await tellOf('payment_intent.succeeded', shop);
    await heading(page, 'Payment successful');
    expect((await intentsOf(shop, mock)).map(({ status }) => status)).toEqual(['succeeded']);
    expect(complaints).toEqual([]);
  });

  it('can be paid with another card when the bank’s authentication fails', async () => {
    const shop = await makeShop(test, {}, 'prod');
    const { page } = await openCheckout(shop);
    await typeCard(page, ASKS_ALWAYS);
    await press(page, 'Pay $9.90');
    await press(page, 'Fail');
    await tellOf('payment_intent.payment_failed', shop);
    await page.getByText('Your payment was declined').waitFor();
    await typeCard(page, VISA);
    await press(page, 'Pay $9.90');
    await heading(page, 'Payment successful');
    const charged = (await intentsOf(shop, mock)).filter(({ status }) => status === 'succeeded');
    expect(charged).toHaveLength(1);
  });

  it('shows a returning buyer that the payment is in progress, then its result', async () => {
    const shop = await makeShop(test, {}, 'prod');
    const { page, sessionId } = await openCheckout(shop);
    dataOf(await payOnPage(shop, sessionId, 'pm_mock_slow'));
    await page.reload();
    await heading(page, 'Your payment is being processed');
    const [intent] = await intentsOf(shop, mock);
    endIntent(mock.books, intent?.id ?? '', true);
    await tellOf('payment_intent.succeeded', shop);
    await heading(page, 'This checkout is already paid');
  });

  it('starts a free trial with the bank’s authentication, and charges nothing', async () => {
    const club = await makeClub(test, { metadata: { trialDays: 7 } }, 'prod');
    const { page, complaints } = await openCheckout(club);
    await typeCard(page, ASKS_ONCE);
    await press(page, 'Start free trial');
    await press(page, 'Complete');
    await heading(page, 'Your free trial has started');
    expect(await intentsOf(club, mock)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('offers the wallets that the session accepts, and records which one paid', async () => {
    const shop = await makeShop(test, {}, 'prod');
    const { page } = await openCheckout(shop, { excludePaymentMethods: ['googlepay'] });
    await frameOf(page).getByLabel('Apple Pay').waitFor();
    expect(await frameOf(page).getByLabel('Google Pay').isVisible()).toBe(false);
    await tick(frameOf(page).getByLabel('Apple Pay'));
    await press(page, 'Pay $9.90');
    await heading(page, 'Payment successful');
    const payments = await test.database.query(sql`
      select method from payment where store_id = ${decodeId('STO', shop.store.id)}`);
    expect(payments).toEqual([{ method: 'applepay' }]);
  });

  it('reports when Stripe’s script can’t be loaded', async () => {
    const shop = await makeShop(test, {}, 'prod');
    const page = await browser.open();
    await page.goto(addressOf(shop, 'checkout', await makeSession(shop, {}, 'prod')));
    await page.getByText('We couldn’t reach the server.').waitFor();
  });
});

describeInChromium('a subscription charged by Stripe', () => {
  it('gets another card in the portal, after the bank’s authentication', async () => {
    const club = await makeClub(test, {}, 'prod');
    const sessionId = await makeSession(club, {}, 'prod');
    const token = await makeBuyerToken(club, 'buyer-1', 'prod');
    await subscribe(club, sessionId, token);
    const { page, complaints } = await openWithStripe();
    await page.goto(`${test.baseUrl}${portalOf(club)}#token=${token}`);
    await page.getByText('Logged in as buyer-1').waitFor();
    await page.getByRole('link', { name: 'A plan' }).first().click();
    await page.getByRole('link', { name: 'Update card' }).first().click();
    await typeCard(page, DECLINED);
    await press(page, 'Save card');
    await page.getByText('Your bank declined the card.').first().waitFor();
    await typeCard(page, ASKS_ONCE);
    await press(page, 'Save card');
    await press(page, 'Complete');
    await page.getByText('Your new card has been saved.').waitFor();
    await page.getByText('Visa ending in 3155').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('changes its plan with another card', async () => {
    const club = await makeClub(test, {}, 'prod');
    const sessionId = await makeSession(club, {}, 'prod');
    const token = await makeBuyerToken(club, 'buyer-1', 'prod');
    const originOrderId = await subscribe(club, sessionId, token);
    const prices = { USD: { amount: '19.80', taxCategory: 'saas' } };
    const productId = await addPlan(club, { name: 'Pro', prices }, 'prod');
    const body = { productId, currency: 'USD', originOrderId };
    const change = dataOf(await club.merchant.call('checkout/create-session', body, PROD));
    const { page, complaints } = await openWithStripe();
    await page.goto(addressOf(club, 'change', change.sessionId));
    await page.check('#with-other');
    await typeCard(page, ASKS_ALWAYS);
    await page.press('#submit', 'Enter');
    await press(page, 'Complete');
    await tellOf('payment_intent.succeeded', club, 2);
    await heading(page, 'Your plan was changed');
    const charged = (await intentsOf(club, mock)).filter(({ status }) => status === 'succeeded');
    expect(charged).toHaveLength(2);
    expect(complaints).toEqual([]);
  });
});

describe('the pages of a service that charges by Stripe', () => {
  it('allow Stripe only where it charges', async () => {
    const shop = await makeShop(test, {}, 'prod');
    const live = await policyOf(addressOf(shop, 'checkout', await makeSession(shop, {}, 'prod')));
    expect(live['script-src']).toBe("'self' https://js.stripe.com https://*.js.stripe.com");
    expect(live['connect-src']).toBe("'self' https://api.stripe.com");
    expect(live['frame-src']).toContain('https://js.stripe.com');
    const trial = await makeShop(test);
    for (const address of [
      addressOf(trial, 'checkout', await makeSession(trial)),
      addressOf(shop, 'checkout', `cs_${crypto.randomUUID()}`),
      `${test.baseUrl}/store/${shop.store.slug}`,
      `${test.baseUrl}${portalOf(shop)}`,
    ]) {
      const policy = await policyOf(address);
      expect(policy['script-src']).toBe("'self'");
      expect(policy['frame-src']).toBeUndefined();
    }
  });

  it('ask for JavaScript where it is off', async () => {
    const shop = await makeShop(test, {}, 'prod');
    const sessionId = await makeSession(shop, {}, 'prod');
    const text = await (await fetch(addressOf(shop, 'checkout', sessionId))).text();
    expect(text).toMatch(/<noscript><p[^>]*>To enter a card here, turn on JavaScript/);
  });

  it('accept no card in a plain form', async () => {
    const shop = await makeShop(test, {}, 'prod');
    const sessionId = await makeSession(shop, {}, 'prod');
    const form = { buyerEmail: 'ada@example.com', country: 'DE', cardNumber: '4242424242424242' };
    const card = { cardExpiry: '12/40', cardCvc: '123' };
    const response = await fetch(`${addressOf(shop, 'checkout', sessionId)}/pay`, {
      method: 'POST',
      body: new URLSearchParams({ ...form, ...card }),
    });
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(text).toContain('id="problem-text">To enter a card here, turn on JavaScript');
    expect(text).not.toContain('4242424242424242');
    expect(await statesOf(shop)).toEqual([]);
  });
});

/** Pays with a session token, so that the buyer is known; returns `ORD_xxx`. */
async function subscribe({ store }: Shop, sessionId: string, token: string): Promise<string> {
  const body = {
    ...{ buyerEmail: 'ada@example.com', billingDetail: { country: 'DE', isBusiness: false } },
    ...{ paymentMethod: 'card', paymentToken: 'pm_card_visa' },
  };
  const path = `/store/${store.slug}/checkout/${sessionId}/pay`;
  const headers = { authorization: `Bearer ${token}`, 'x-environment': 'prod' };
  return dataOf(await post(test.baseUrl, path, JSON.stringify(body), headers)).orderId;
}

/** The sources that a page's content security policy allows. */
async function policyOf(address: string): Promise<Readonly<Record<string, string>>> {
  const { headers } = await fetch(address);
  const parts = (headers.get('content-security-policy') ?? '').split('; ');
  return Object.fromEntries(
    parts.map((part) => [part.split(' ', 1)[0], part.slice(part.indexOf(' ') + 1)]),
  );
}
