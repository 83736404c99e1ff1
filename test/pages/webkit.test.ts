import { expect, it } from 'vitest';
import { APPROVED_CARD, DECLINED_CARD, makeSession, makeShop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { makeSessionCookie, useBuiltDashboard } from './dashboard-visit.ts';
import { describeInWebKit, useWebKit } from './webkit.ts';

const test = useTestApp();
const webkit = useWebKit();
useBuiltDashboard();

const heading = (text: string) => `//*[self::h1 or self::h2][contains(., '${text}')]`;
const button = (text: string) => `//button[contains(., '${text}')]`;

describeInWebKit('in Safari’s engine', () => {
  it('a buyer pays with a second card after the first is declined, and is led back', async () => {
    const { driver, find, findByPath } = webkit();
    const successUrl = `${test.baseUrl}/docs`;
    const shop = await makeShop(test, { successUrl });
    const sessionId = await makeSession(shop);
    await driver.get(`${test.baseUrl}/store/${shop.store.slug}/checkout/${sessionId}`);
    await (await find('#buyerEmail')).sendKeys('ada@example.com');
    await (await find('#cardNumber')).sendKeys(DECLINED_CARD);
    await (await find('#cardExpiry')).sendKeys('1240');
    await (await find('#cardCvc')).sendKeys('123');
    await (await find('#country option[value="DE"]')).click();
    await (await find('#submit')).click();
    await findByPath("//*[@id='problem-title'][contains(., 'declined')]");
    const number = await find('#cardNumber');
    expect(await number.getAttribute('value')).toBe('4000 0000 0000 0002');
    await number.clear();
    await number.sendKeys(APPROVED_CARD);
    await (await find('#submit')).click();
    await findByPath(heading('Payment successful'));
    await expect.poll(() => driver.getCurrentUrl(), { timeout: 10_000 }).toBe(successUrl);
  });

  it('a merchant sees the home page with its plots, and creates a product', async () => {
    const { driver, find, findByPath } = webkit();
    const shop = await makeShop(test);
    const home = `${test.baseUrl}/dashboard/test/${shop.store.id}`;
    // A cookie can be set only on a page of its origin.
    await driver.get(`${test.baseUrl}/v1/nothing`);
    await driver.manage().addCookie(await makeSessionCookie(test, shop.merchant));
    await driver.get(home);
    await findByPath(heading('Home'));
    await find('figure canvas');
    await driver.get(`${home}/products/new?kind=onetime`);
    await (await findByPath("//label[contains(., 'Name')]/following::input[1]")).sendKeys('Atlas');
    await (await findByPath("//label[contains(., 'Amount')]/following::input[1]")).sendKeys('4.50');
    await (await findByPath(button('Create product'))).click();
    await findByPath(heading('Atlas'));
    await driver.get(`${home}/products`);
    await (await findByPath(button('Export'))).click();
    await (await findByPath(`//*[@role='dialog']${button('Export')}`)).click();
    // One for each price.
    await findByPath("//*[@role='dialog']//*[contains(., 'Done: 4 rows')]");
  });
});
