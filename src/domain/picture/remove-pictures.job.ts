import type { Job } from '../../contract/job.ts';
import { pictureName } from '../../contract/pictures.ts';
import { DAY_MS } from '../../kit/period.ts';
import { addMs } from '../../kit/time.ts';
import { claimRemovals, deletePicture, findStoresWithRemovals } from './picture.queries.ts';

const EVERY_MS = 60_000;
const BATCH = 50;
/** A picture that was deleted by mistake can be uploaded again and stays. */
const GRACE_MS = DAY_MS;
/** An upload that has not ended by then never will. */
const UPLOAD_MS = 60 * 60_000;

/** Removes pictures that were deleted, and those whose upload never ended. */
export const removePictures: Job = {
  name: 'remove-pictures',
  everyMs: EVERY_MS,
  run: async ({ database, now: currentTime, ports, signal }) => {
    const { storage } = ports.pictures;
    if (!storage) return 0;
    const now = currentTime();
    const before = { removedAt: addMs(now, -GRACE_MS), notedAt: addMs(now, -UPLOAD_MS) };
    let worked = 0;
    for (const { storeId } of await findStoresWithRemovals(database, before)) {
      const claimed = await claimRemovals(database, storeId, before, BATCH);
      for (const { hash } of claimed) {
        if (signal.aborted) return worked;
        await storage.remove(pictureName(storeId, hash));
        await deletePicture(database, storeId, hash);
        worked += 1;
      }
    }
    return worked;
  },
};
