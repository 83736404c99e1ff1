import { z } from 'zod';
import { encodeId } from '../../kit/id.ts';
import { toIso } from '../../kit/time.ts';
import type { PictureRow } from './picture.queries.ts';

/** A picture as answers show it (docs/contract/pictures.md). */
export const pictureView = z.object({
  /** SHA-256 of what is served, in hex. */
  id: z.string(),
  storeId: z.string(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  createdAt: z.string(),
});

/** The view of a picture; its address is that of the service. */
export function viewPicture(picture: PictureRow, publicUrl: string): z.input<typeof pictureView> {
  const { hash, width, height, bytes, createdAt } = picture;
  const storeId = encodeId('STO', picture.storeId);
  const url = `${publicUrl}/pictures/${storeId}/${hash}.webp`;
  return { id: hash, storeId, url, width, height, bytes, createdAt: toIso(createdAt) };
}
