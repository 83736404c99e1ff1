import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId, requiredIdentifier } from '../../contract/input.ts';
import { releasePicture } from './picture.queries.ts';
import { lockPicturesOf, pictureView, viewPicture } from './picture.ts';

const errors = errorTable('store', {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedId: [400, expectedFormat('STO')],
  missingId: [400, 'Missing required field: id'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  storeNotFound: [404, 'Store not found'],
  notFound: [404, 'Picture not found'],
});

/** Deletes a picture; its file is removed permanently after a day (docs/contract/pictures.md). */
export const deletePicture = action({
  path: 'picture/delete-picture',
  summary: 'Delete a picture of a store (owner or admin)',
  auth: MERCHANT,
  environment: 'none',
  errors,
  input: z.object({
    storeId: requiredId('STO', errors.missingStoreId, errors.malformedId),
    id: requiredIdentifier(errors.missingId),
  }),
  output: z.object({ picture: pictureView }),
  handle: async ({ input, caller, ports, tx, now }) => {
    const { storeId, id } = input;
    await lockPicturesOf(tx, storeId, { caller, ports }, errors);
    const [picture] = await releasePicture(tx, storeId, id, now);
    if (!picture) throw errors.notFound();
    return { data: { picture: viewPicture(picture, ports.publicUrl) } };
  },
});
