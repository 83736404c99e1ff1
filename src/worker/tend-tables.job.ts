import type { Job } from '../contract/job.ts';
import { findChangedTables, tendTable } from './tend-tables.queries.ts';

/**
 * Vacuums and analyzes the embedded engine's tables, which has no autovacuum, one by one between
 * requests.
 */
export const tendTables: Job = {
  name: 'tend-tables',
  everyMs: 60_000,
  run: async ({ database, signal }) => {
    if (database.engine !== 'embedded') return 0;
    for (const table of await findChangedTables(database)) {
      if (signal.aborted) break;
      await tendTable(database, table);
    }
    return 0;
  },
};
