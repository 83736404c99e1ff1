import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeChange, makeMember } from '../support/changing.ts';
import { mailsOfStore } from '../support/mail.ts';
import { portalOf } from '../support/portal.ts';
import { makeBuyerToken, makeSession, makeShop } from '../support/selling.ts';
import { addPlan } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium, sees, useChromium, widthOf } from './chromium.ts';

const test = useTestApp();
const browser = useChromium();
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The page's layout, and the findings of axe in light and dark mode. */
async function look(page: Page) {
  const width = await widthOf(page);
  const html = page.locator('html');
  const barriers: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(AXE);
    const found = (await page.evaluate('axe.run()')) as { violations: { id: string }[] };
    barriers.push(...found.violations.map(({ id }) => id));
  }
  return {
    lang: await html.getAttribute('lang'),
    dir: await html.getAttribute('dir'),
    width,
    barriers,
  };
}

describeInChromium('a browser in Arabic', () => {
  const rightToLeft = { lang: 'ar', dir: 'rtl', width: 360, barriers: [] };
  const phone = { locale: 'ar-EG', viewport: { width: 360, height: 800 } };

  it('shows store, checkout and receipt from right to left, and accepts its own digits', async () => {
    const shop = await makeShop(test);
    const page = await browser.open(phone);
    const store = `${test.baseUrl}/store/${shop.store.slug}`;
    await page.goto(`${store}?environment=test`);
    expect(await look(page)).toEqual(rightToLeft);
    await page.goto(`${store}/checkout/${await makeSession(shop)}`);
    expect(await look(page)).toEqual(rightToLeft);
    for (const name of ['buyerEmail', 'cardNumber', 'cardExpiry', 'cardCvc']) {
      expect(await page.locator(`#${name}`).getAttribute('dir')).toBe('ltr');
    }
    await page.locator('#buyerEmail').fill('ada@example.com');
    await page.locator('#country').selectOption('EG');
    await page.locator('#cardNumber').fill('٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢');
    await page.locator('#cardExpiry').fill('١٢/٤٠');
    await page.locator('#cardCvc').fill('١٢٣');
    await page.locator('#submit').click();
    await sees(page, page.getByRole('heading', { name: 'تم الدفع بنجاح' }));
    expect(await look(page)).toEqual(rightToLeft);
    await test.app.worker.runOnce();
    const mails = await mailsOfStore(test, shop.store.id);
    const buyers = mails.find(({ recipientType }) => recipientType === 'buyer');
    expect(buyers).toMatchObject({ subject: '[اختبار] طلبك من \u2068A store\u2069' });
  }, 60_000);

  it('shows portal, order, receipt and plan change from right to left', async () => {
    const member = await makeMember(test);
    const { club } = member;
    const page = await browser.open(phone);
    const change = await makeChange(member);
    await page.goto(`${test.baseUrl}/store/${club.store.slug}/change/${change}`);
    expect(await look(page)).toEqual(rightToLeft);
    const portal = `${test.baseUrl}${portalOf(club)}`;
    await page.goto(`${portal}?environment=test`);
    expect(await look(page)).toEqual(rightToLeft);
    await page.goto(`${portal}#token=${await makeBuyerToken(club)}`);
    const order = page.locator('.order-card a').first();
    await sees(page, order);
    expect(await look(page)).toEqual(rightToLeft);
    await order.click();
    const receipt = page.locator('a[href*="/receipts/"]').first();
    await sees(page, receipt);
    expect(await look(page)).toEqual(rightToLeft);
    await receipt.click();
    await sees(page, page.locator('.sheet'));
    expect(await look(page)).toEqual(rightToLeft);
  }, 60_000);
});

/** The words of the elements' texts that continue on another line. */
function brokenWords(elements: readonly Element[]): string[] {
  return elements.flatMap(({ firstChild }) =>
    [...(firstChild?.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(firstChild as Node, index);
      range.setEnd(firstChild as Node, index + word.length);
      return range.getClientRects().length > 1 ? [word] : [];
    }),
  );
}

describeInChromium('a small phone', () => {
  it.each(['pt-BR', 'es-MX', 'vi-VN', 'ja-JP'])('has room for costs in %s', async (language) => {
    const member = await makeMember(test);
    const { club } = member;
    const trial = { ...club, productId: await addPlan(club, { metadata: { trialDays: 14 } }) };
    const store = `${test.baseUrl}/store/${club.store.slug}`;
    const page = await browser.open({ viewport: { width: 320, height: 800 } });
    for (const path of [
      `checkout/${await makeSession(trial)}`,
      `change/${await makeChange(member)}`,
    ]) {
      await page.goto(`${store}/${path}?language=${language}`);
      expect(await widthOf(page), path).toBe(320);
      expect(await page.locator('.costs dt').evaluateAll(brokenWords), path).toEqual([]);
    }
    const portal = `${test.baseUrl}${portalOf(club)}`;
    await page.goto(`${portal}?language=${language}#token=${await makeBuyerToken(club)}`);
    await sees(page, page.locator('.order-card'));
    await page.goto(`${portal}/orders/${member.orderId}?language=${language}`);
    expect(await page.locator('.facts dt').evaluateAll(brokenWords)).toEqual([]);
  }, 60_000);
});
