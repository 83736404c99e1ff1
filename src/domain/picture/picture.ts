import { z } from 'zod';
import type { ErrorRow } from '../../contract/errors.ts';
import type { Tx } from '../../database/database.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import { toIso } from '../../kit/time.ts';
import { lockStoreRole } from '../store/store.queries.ts';
import { type MerchantCall, refuseTestKey } from '../store/test-key.ts';
import type { PictureRow } from './picture.queries.ts';

/** Locks the store. Throws unless the caller may change its pictures. */
export async function lockPicturesOf(
  tx: Tx,
  storeId: Id<'STO'>,
  call: MerchantCall,
  rows: { readonly storeNotFound: ErrorRow; readonly forbidden: ErrorRow },
): Promise<void> {
  const [store] = await lockStoreRole(tx, storeId, call.caller.merchantId);
  if (!store) throw rows.storeNotFound();
  if (store.role === 'member') throw rows.forbidden();
  await refuseTestKey(tx, call, storeId);
}

/** A picture as responses show it (docs/contract/pictures.md). */
export const pictureView = z.object({
  /** SHA-256 of the served file, in hex. */
  id: z.string(),
  storeId: z.string(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  createdAt: z.string(),
});

/** The view of a picture, with a URL on this service. */
export function viewPicture(picture: PictureRow, publicUrl: string): z.input<typeof pictureView> {
  const { hash, width, height, bytes, createdAt } = picture;
  const storeId = encodeId('STO', picture.storeId);
  const url = `${publicUrl}/pictures/${storeId}/${hash}.webp`;
  return { id: hash, storeId, url, width, height, bytes, createdAt: toIso(createdAt) };
}
