import type { Job } from '../contract/job.ts';
import { findChangedTables, vacuumTable } from './vacuum-tables.queries.ts';

/**
 * Vacuums and analyzes the embedded engine's tables, which has no autovacuum, one by one between
 * requests.
 */
export const vacuumTables: Job = {
  name: 'vacuum-tables',
  everyMs: 60_000,
  run: async ({ database, signal }) => {
    if (database.engine !== 'embedded') return 0;
    for (const table of await findChangedTables(database)) {
      if (signal.aborted) break;
      await vacuumTable(database, table);
    }
    return 0;
  },
};
