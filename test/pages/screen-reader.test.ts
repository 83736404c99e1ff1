import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { DECLINED_CARD, makeSession, makeShop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { openAs, settled, useDashboardBrowser } from './dashboard-visit.ts';
import { describeInFirefox, useFirefox } from './firefox.ts';

const test = useTestApp();
const browser = useDashboardBrowser();
const firefox = useFirefox();

const WRONG = `[...document.querySelectorAll(':is(form, input, select, textarea):invalid')].map(({ id }) => id)`;
/** Text of a landmark itself: of a named one, a screen reader may say only the name. */
const OWN_TEXT = `[...document.querySelectorAll('aside')].flatMap(({ childNodes }) =>
  [...childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()))`;

async function makeCheckout(): Promise<string> {
  const shop = await makeShop(test);
  return `${test.baseUrl}/store/${shop.store.slug}/checkout/${await makeSession(shop)}`;
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).click();
  await page.keyboard.type(text);
}

describeInChromium('hosted pages with a screen reader', () => {
  it('call no field invalid before it is filled in', async () => {
    const page = await browser.open();
    await page.goto(await makeCheckout());
    await expect.poll(() => page.evaluate(WRONG)).toEqual([]);
    expect(await page.getByLabel('Email').getAttribute('aria-required')).toBe('true');
    await page.goto(`${test.baseUrl}/store/${(await makeShop(test)).store.slug}/portal`);
    await expect.poll(() => page.evaluate(WRONG)).toEqual([]);
    expect(await page.getByLabel('Email').getAttribute('aria-required')).toBe('true');
  });

  it('say what is wrong with a field that already has the focus', async () => {
    const page = await browser.open();
    await page.goto(await makeCheckout());
    const alert = page.getByRole('alert');
    await page.getByLabel('Email').press('Enter');
    await alert.getByText('Enter your email address, such as name@example.com.').waitFor();
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Email').press('Enter');
    await expect.poll(() => alert.innerText()).not.toContain('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('cardNumber');
  });

  it('have the notice of the test mode in a paragraph', async () => {
    const page = await browser.open();
    await page.goto(await makeCheckout());
    await page.locator('aside p').getByText('4242').waitFor();
    expect(await page.evaluate(OWN_TEXT)).toEqual([]);
  });
});

describeInFirefox('an error on a scrolled page', () => {
  it('comes into view with its title', async () => {
    const page = await firefox.open({ viewport: { width: 1100, height: 620 } });
    await page.goto(await makeCheckout());
    await type(page, 'Email', 'ada@example.com');
    await type(page, 'Card number', DECLINED_CARD);
    await type(page, 'Expiry', '1240');
    await type(page, 'Security code', '123');
    await page.getByLabel('Country or region').selectOption('DE');
    await page.evaluate(`document.body.style.minHeight = '2000px';
      scrollTo(0, 230);
      document.querySelector('#submit').focus({ preventScroll: true })`);
    await page.keyboard.press('Enter');
    await page.getByText('Your payment was declined').waitFor();
    const top = () =>
      page.evaluate(`document.querySelector('#problem').getBoundingClientRect().top`);
    await expect.poll(top).toBeGreaterThanOrEqual(0);
  });
});

describeInChromium('the dashboard with a screen reader', () => {
  it('calls no field invalid before it is filled in, but refuses an empty one', async () => {
    const page = await browser.open();
    await page.goto(`${test.baseUrl}/dashboard/log-in`);
    const email = page.getByLabel('Email');
    await email.waitFor();
    expect(await page.evaluate(WRONG)).toEqual([]);
    expect(await email.getAttribute('aria-required')).toBe('true');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByText('Email is required.').waitFor();
    expect(await email.getAttribute('aria-invalid')).toBe('true');

    const shop = await makeShop(test);
    const inStore = await openAs(
      test,
      browser,
      shop.merchant,
      `test/${shop.store.id}/products/new`,
    );
    await inStore.getByLabel('Name').first().waitFor();
    expect(await inStore.evaluate(WRONG)).toEqual([]);
  });

  it('names each page that is shown in place of another', async () => {
    const shop = await makeShop(test);
    const page = await openAs(test, browser, shop.merchant, `test/${shop.store.id}`);
    await settled(page);
    const named = () => page.locator('[aria-live="polite"]#page-name').textContent();
    // The browser itself announces the first page.
    expect(await named()).toBe('');
    await page.getByRole('link', { name: 'Products', exact: true }).click();
    await expect.poll(named).toBe('Products');
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: 'An e-book' }).waitFor();
    await expect.poll(named).toBe('An e-book');
    await page.goBack();
    await expect.poll(named).toBe('Products');
  });
});
