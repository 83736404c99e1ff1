import type { Job } from '../contract/job.ts';
import { addMs } from '../kit/time.ts';
import { deleteOldEvents } from './prune.queries.ts';

/** Days for which events, deliveries and attempts can be read. */
const KEPT_DAYS = 90;
/** Events removed in one statement: short locks, whatever has piled up. */
const BATCH = 500;
const HOUR_MS = 60 * 60 * 1_000;

/** Keeps the log of events and deliveries to 90 days, in small batches. */
export const pruneEvents: Job = {
  name: 'prune-events',
  everyMs: HOUR_MS,
  run: ({ database, now }) => {
    const before = addMs(now(), -KEPT_DAYS * 24 * HOUR_MS);
    return deleteOldEvents(database, before, now(), BATCH);
  },
};
