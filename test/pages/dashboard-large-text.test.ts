import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeOwner, makeProduct } from '../support/catalogue.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium, widthOf } from './chromium.ts';
import { openAs, settled, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();
const PHONE = { width: 320, height: 900 };
/** A name whose only word is wider than a phone. */
const NAME = 'Donaudampfschifffahrtsgesellschaftskapitän';
/** Pages with wide buttons, fields, choices and switches. */
const PAGES = [
  'products',
  'products/new',
  'webhooks/new',
  'developers',
  'test-clock',
  'settings/members',
  'settings/checkout',
];

/** Doubles the browser's font size, as in its settings. */
async function doubleText(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
}

describeInChromium('the dashboard on a phone', () => {
  it('breaks a long word of a title', async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, 'onetime', { name: NAME });
    const path = `test/${owner.storeId}/products/${id}`;
    const page = await openAs(test, browser, owner.merchant, path, { viewport: PHONE });
    await settled(page);
    expect(await widthOf(page)).toBe(PHONE.width);
  });

  it('doesn’t scroll sideways with text twice as large, nor cover the title', async () => {
    const owner = await makeOwner(test);
    await makeProduct(owner, 'onetime', { name: NAME });
    const open = (path: string) => `test/${owner.storeId}/${path}`;
    const page = await openAs(test, browser, owner.merchant, open('refunds'), { viewport: PHONE });
    await doubleText(page);
    for (const path of PAGES) {
      await page.goto(`${test.baseUrl}/dashboard/${open(path)}`);
      await settled(page);
      expect.soft(await widthOf(page), path).toBe(PHONE.width);
      const header = await page.locator('.shell-header').boundingBox();
      const title = await page.getByRole('heading', { level: 1 }).boundingBox();
      const covered = (header?.y ?? 0) + (header?.height ?? 0) - (title?.y ?? 0);
      expect.soft(covered, path).toBeLessThanOrEqual(0);
    }
  });
});
