import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { png } from '../support/pictures.ts';
import { makeShop, type Shop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { openAs, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();
/** Maximum pixels of an uploaded picture's longer side. */
const MAX_SIDE = 1_600;

describeInChromium('the button that uploads a picture', () => {
  let shop: Shop;
  let page: Page;

  const logo = () => page.getByRole('textbox', { name: 'Logo' });
  const upload = (name: string, mimeType: string, buffer: Buffer) =>
    page.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer });
  /** The size of the picture at the logo's URL, as a browser shows it. */
  const sizeOf = async (url: string) => {
    const own = test.baseUrl + new URL(url).pathname;
    return page.evaluate(`(async () => {
      const picture = new Image();
      picture.src = ${JSON.stringify(own)};
      await picture.decode();
      return [picture.naturalWidth, picture.naturalHeight];
    })()`);
  };

  beforeAll(async () => {
    shop = await makeShop(test);
    page = await openAs(test, browser, shop.merchant, `test/${shop.store.id}/settings`);
    await logo().waitFor();
  }, 120_000);

  it('puts the URL of the uploaded picture into the field, to be saved', async () => {
    await upload('logo.png', 'image/png', png(8, 4));
    await page.getByText('Picture uploaded').first().waitFor();
    const url = await logo().inputValue();
    expect(url).toMatch(/\/pictures\/STO_\w+\/[0-9a-f]{64}\.webp$/);
    expect(await sizeOf(url)).toEqual([8, 4]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    const { store } = (await shop.merchant.call('store/update-store', { id: shop.store.id })).body
      .data;
    expect(store.logo).toBe(url);
  });

  it('converts a picture in another format and shrinks one that is too large', async () => {
    const bitmap = await page.evaluate(`(async () => {
      const canvas = new OffscreenCanvas(2400, 1200);
      canvas.getContext('2d').fillRect(0, 0, 1200, 1200);
      const blob = await canvas.convertToBlob({ type: 'image/png' });
      return [...new Uint8Array(await blob.arrayBuffer())];
    })()`);
    const before = await logo().inputValue();
    await upload('wide.bmp', 'image/bmp', Buffer.from(bitmap as number[]));
    await expect.poll(() => logo().inputValue()).not.toBe(before);
    expect(await sizeOf(await logo().inputValue())).toEqual([MAX_SIDE, MAX_SIDE / 2]);
  });

  it('shrinks a picture of too many pixels, however few bytes it has', async () => {
    const before = await logo().inputValue();
    await upload('screenshot.png', 'image/png', png(2_880, 1_800));
    await expect.poll(() => logo().inputValue()).not.toBe(before);
    expect(await sizeOf(await logo().inputValue())).toEqual([MAX_SIDE, 1_000]);
  });

  it('is ready for the same file again', async () => {
    expect(await page.locator('input[type="file"]').inputValue()).toBe('');
  });

  it('makes a JPEG of a photo in a browser that can’t encode WebP', async () => {
    await page.evaluate(`{
      const { convertToBlob } = OffscreenCanvas.prototype;
      OffscreenCanvas.prototype.convertToBlob = function ({ type, quality } = {}) {
        const known = type === 'image/webp' ? 'image/png' : type;
        return convertToBlob.call(this, { type: known, quality });
      };
    }`);
    const before = await logo().inputValue();
    await page.evaluate(`(async () => {
      const canvas = new OffscreenCanvas(1000, 1000);
      const context = canvas.getContext('2d');
      const picture = context.createImageData(1000, 1000);
      for (let at = 0; at < picture.data.length; at += 1) {
        picture.data[at] = at % 4 === 3 ? 255 : 120 + Math.random() * 16;
      }
      context.putImageData(picture, 0, 0);
      const photo = new DataTransfer();
      photo.items.add(new File([await canvas.convertToBlob()], 'photo.png', { type: 'image/png' }));
      const input = document.querySelector('input[type="file"]');
      input.files = photo.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
    await expect.poll(() => logo().inputValue()).not.toBe(before);
    expect(await sizeOf(await logo().inputValue())).toEqual([1_000, 1_000]);
  });

  it('reports a file that isn’t a picture', async () => {
    const before = await logo().inputValue();
    await upload('notes.svg', 'image/svg+xml', Buffer.from('no picture'));
    await page.getByText('This file can’t be read as a picture.').waitFor();
    expect(await logo().inputValue()).toBe(before);
  });
});
