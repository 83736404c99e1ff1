import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../src/database/database.ts';

const TRIES = 60;
const PAUSE_MS = 500;

/** The database for the run's own queries, which are retried while the database is unavailable. */
export function patiently(database: Database): Database {
  return {
    ...database,
    query: async (statement) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await database.query(statement);
        } catch (error) {
          if (tries === TRIES) throw error;
          await pause(PAUSE_MS);
        }
      }
    },
  };
}
