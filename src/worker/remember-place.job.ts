import type { Job } from '../contract/job.ts';
import { checkInstallation } from '../database/installation.ts';
import type { Place } from '../database/place.ts';

const EVERY_MS = 15_000;

/**
 * Records regularly that the database runs here. The gap since the last record reveals a database
 * restored to an earlier time (docs/contract/operation.md#copies), unless the record is this
 * process's own: then the server was unavailable, and has lost nothing since.
 */
export function createRememberPlace(place: Place): Job {
  let lastRecordedAt: Date | undefined;
  return {
    name: 'remember-place',
    everyMs: EVERY_MS,
    run: async ({ database, now }) => {
      const at = now();
      const checked = await checkInstallation(database, { ...place, lastRecordedAt }, at);
      if (checked.isMoved) {
        const { differences } = checked;
        throw new Error(`The database may be a copy now, restart the service. ${differences}`);
      }
      lastRecordedAt = at;
      return 0;
    },
  };
}
