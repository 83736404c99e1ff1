import type { Job } from '../contract/job.ts';
import { checkInstallation } from '../database/installation.ts';
import type { Place } from '../database/place.ts';

/**
 * Records every minute that the database runs here. The gap since the last record reveals a
 * database restored to an earlier time (docs/contract/operation.md#copies).
 */
export function createRememberPlace(place: Place): Job {
  return {
    name: 'remember-place',
    everyMs: 60_000,
    run: async ({ database, now }) => {
      const { isMoved, differences } = await checkInstallation(database, place, now());
      if (isMoved) {
        throw new Error(`The database may be a copy now, restart the service. ${differences}`);
      }
      return 0;
    },
  };
}
