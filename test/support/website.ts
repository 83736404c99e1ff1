import type { ServerResponse } from 'node:http';
import { makeMerchant, makeStore, type TestMerchant } from './merchant.ts';
import { startReceiver } from './receiver.ts';
import { dataOf } from './selling.ts';
import type { TestApp } from './test-app.ts';

/** A store that has claimed a local site, whose content the test controls. */
export async function makeSite(test: TestApp) {
  const shown = { text: '', status: 200, location: '' };
  const receiver = await startReceiver((response: ServerResponse) => {
    const redirect = shown.location ? { location: shown.location } : {};
    response.writeHead(shown.status, redirect).end(shown.text);
  });
  const owner = await makeMerchant(test);
  const storeId = (await makeStore(owner)).id;
  const url = new URL('/shop', receiver.url).href;
  const { website } = dataOf(await owner.call('store/bind-website', { storeId, url }));
  const prove = () => {
    shown.text = `first line\r\n${website.wellKnown.content}\r\n`;
  };
  const verify = (body: object = {}, by: TestMerchant = owner) =>
    by.call('store/verify-website', { storeId, ...body });
  return { owner, storeId, url, receiver, shown, website, prove, verify };
}
