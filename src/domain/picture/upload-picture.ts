import { createHash } from 'node:crypto';
import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId, requiredText } from '../../contract/input.ts';
import { pictureName } from '../../contract/pictures.ts';
import { countPictures, findPicture, markStored, notePicture } from './picture.queries.ts';
import { lockPicturesOf, pictureView, viewPicture } from './picture.ts';

/** Bytes of an original, so that it fits into a request as base64. */
const MAX_BYTES = 700 * 1024;
const UPLOADS_PER_MINUTE = 30;

const errors = errorTable('store', {
  missingId: [400, 'Missing required field: storeId'],
  malformedId: [400, expectedFormat('STO')],
  missingContent: [400, 'Missing required field: content'],
  notBase64: [400, 'Invalid content, must be base64'],
  tooLarge: [400, 'Invalid content, must be at most 700 KB'],
  notPicture: [400, 'Invalid content, must be a PNG, JPEG or WebP picture of at most 4 megapixels'],
  tooMany: [
    400,
    (limit) => `Cannot hold more pictures. Maximum limit of ${limit} has been reached.`,
  ],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  storeNotFound: [404, 'Store not found'],
  going: [409, 'Picture is being removed, try again in a minute'],
  noStorage: [501, 'Pictures cannot be uploaded to this service'],
  storageFailed: [502, 'Picture storage did not answer'],
});

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Stores a picture for the hosted pages, re-encoded and without metadata (docs/contract/pictures.md). */
export const uploadPicture = action({
  path: 'picture/upload-picture',
  summary: 'Upload a picture of a store (owner or admin)',
  auth: MERCHANT,
  environment: 'none',
  errors,
  attempts: [{ limit: UPLOADS_PER_MINUTE, by: ({ storeId }) => storeId }],
  input: z.object({
    storeId: requiredId('STO', errors.missingId, errors.malformedId),
    content: requiredText(errors.missingContent)
      .pipe(z.string().regex(BASE64, errors.notBase64.code))
      .transform((text) => Buffer.from(text, 'base64'))
      .refine((bytes) => bytes.length <= MAX_BYTES, errors.tooLarge.code),
  }),
  output: z.object({ picture: pictureView }),
  prepare: async ({ input, caller, ports, now, transact }) => {
    const { storeId, content } = input;
    const { storage, encode, maxPerStore } = ports.pictures;
    await transact((tx) => lockPicturesOf(tx, storeId, { caller, ports }, errors));
    if (!storage) throw errors.noStorage();
    const encoded = await encode(content, caller.merchantId);
    if (!encoded) throw errors.notPicture();
    const hash = createHash('sha256').update(encoded.content).digest('hex');
    const { width, height } = encoded;
    const bytes = encoded.content.byteLength;
    await transact(async (tx) => {
      // Locks the store, so that concurrent uploads can't exceed the limit.
      await lockPicturesOf(tx, storeId, { caller, ports }, errors);
      const [known] = await findPicture(tx, storeId, hash);
      const count = known ? 0 : await countPictures(tx, storeId);
      if (count >= maxPerStore) throw errors.tooMany(String(maxPerStore));
      const picture = { storeId, hash, width, height, bytes, createdAt: now };
      const noted = await notePicture(tx, picture);
      if (noted.length === 0) throw errors.going();
    });
    try {
      await storage.put(pictureName(storeId, hash), encoded.content);
    } catch (cause) {
      throw Object.assign(errors.storageFailed(), { cause });
    }
    return hash;
  },
  handle: async ({ input, prepared, ports, tx, now }) => {
    const [picture] = await markStored(tx, input.storeId, prepared, now);
    if (!picture) throw errors.going();
    return { data: { picture: viewPicture(picture, ports.publicUrl) } };
  },
});
