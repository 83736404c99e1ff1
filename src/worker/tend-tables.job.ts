import type { Job } from '../contract/job.ts';
import { findChangedTables, tendTable } from './tend-tables.queries.ts';

/** Does for the embedded engine what autovacuum does on a server; table by table, between requests. */
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
