import type { Job, JobContext } from '../../contract/job.ts';
import { type PictureStorage, pictureName } from '../../contract/pictures.ts';
import { countInTurns } from '../../contract/store-turns.ts';
import type { Id } from '../../kit/id.ts';
import { DAY_MS } from '../../kit/period.ts';
import { addMs } from '../../kit/time.ts';
import {
  claimRemovals,
  deletePicture,
  findStoresWithRemovals,
  type RemovalTimes,
} from './picture.queries.ts';

const EVERY_MS = 60_000;
const BATCH = 50;
/** A picture that was deleted by mistake can be uploaded again within this time and stays. */
const GRACE_MS = DAY_MS;
/** An upload that hasn't finished after this time never will. */
const UPLOAD_MS = 60 * 60_000;

/** Removes deleted pictures, and those whose upload never finished. */
export const removePictures: Job = {
  name: 'remove-pictures',
  everyMs: EVERY_MS,
  run: async (context) => {
    const { now: currentTime } = context;
    const now = currentTime();
    const before = { removedAt: addMs(now, -GRACE_MS), notedAt: addMs(now, -UPLOAD_MS) };
    const { storage } = context.ports.pictures;
    if (!storage) return 0;
    return countInTurns(
      context,
      () => findStoresWithRemovals(context.database, before),
      (storeId, most) => removeFrom(context, storage, storeId, before, most),
      BATCH,
    );
  },
};

async function removeFrom(
  { database, signal }: JobContext,
  storage: PictureStorage,
  storeId: Id<'STO'>,
  before: RemovalTimes,
  most: number,
): Promise<number> {
  const claimed = await claimRemovals(database, storeId, before, most);
  let removed = 0;
  const failures: unknown[] = [];
  for (const { hash } of claimed) {
    if (signal.aborted) break;
    try {
      await storage.remove(pictureName(storeId, hash));
      await deletePicture(database, storeId, hash);
      removed += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  // One picture that can't be removed doesn't keep the others.
  if (failures.length > 0) throw failures[0];
  return removed;
}
