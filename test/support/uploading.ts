import { makeMerchant, makeStore } from './merchant.ts';
import { png } from './pictures.ts';
import type { TestApp } from './test-app.ts';

export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** A merchant with a store, and functions to upload and delete its pictures. */
export async function openPictures(test: TestApp) {
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  const upload = (content: unknown = base64(png(8, 4))) =>
    merchant.call('picture/upload-picture', { storeId, content });
  const remove = (id: unknown) => merchant.call('picture/delete-picture', { storeId, id });
  return { merchant, storeId, upload, remove };
}
