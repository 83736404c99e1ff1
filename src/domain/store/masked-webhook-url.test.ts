import { describe, expect, it } from 'vitest';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { makeWebhook } from '../../../test/support/webhook.ts';

const test = useTestApp();

const REFUSED = {
  status: 400,
  body: { errors: [{ message: 'Invalid url', layer: 'store' }] },
};

async function makeSetting() {
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  const url = 'https://receiver.example/hook?shop=1&token=abc';
  const { id } = await makeWebhook(merchant, storeId, url);
  const update = (fields: object) => merchant.call('store/update-webhook', { id, ...fields });
  return { merchant, storeId, url, update };
}

describe('a URL with masked values', () => {
  it.each([
    'https://receiver.example/hook?token=…',
    'https://receiver.example/hook?shop=1&token=%E2%80%A6',
    'https://receiver.example/hook?shop=1&token=%e2%80%a6#top',
    'https://receiver.example/hook?…&shop=1',
  ])('is refused when a webhook is added or changed: %s', async (url) => {
    const { merchant, storeId, update, url: stored } = await makeSetting();
    const body = { storeId, channel: 'http', url, events: [], testMode: true };
    expect(await merchant.call('store/add-webhook', body)).toMatchObject(REFUSED);
    expect(await update({ url })).toMatchObject(REFUSED);
    expect((await update({})).body.data.webhook.url).toBe(stored);
  });

  it.each([
    'token=…',
    'token=%E2%80%A6',
  ])('changes nothing if it is its own: %s', async (masked) => {
    const { update, url } = await makeSetting();
    const own = `https://receiver.example/hook?shop=…&${masked}`;
    expect((await update({ url: own })).body.data.webhook.url).toBe(url);
  });

  it('may contain an ellipsis elsewhere', async () => {
    const { update } = await makeSetting();
    const url = 'https://receiver.example/…?text=more…';
    expect((await update({ url })).body.data.webhook.url).toBe(url);
  });
});
