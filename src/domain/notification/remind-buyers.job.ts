import type { Job } from '../../contract/job.ts';
import { countInTurns } from '../../contract/store-turns.ts';
import { MAIL_JOB } from '../../events/event-mails.ts';
import { findStoresWithReminders } from './reminder.queries.ts';
import { REMINDER_BATCH, writeReminders } from './write-reminders.ts';

const EVERY_MS = 60_000;

/** Queues reminders: a trial ends soon, a charge is due soon. */
export const remindBuyers: Job = {
  name: 'remind-buyers',
  everyMs: EVERY_MS,
  run: async ({ database, now: currentTime, signal }) => {
    const written = await countInTurns(
      { signal },
      () => findStoresWithReminders(database, currentTime()),
      (storeId) => writeReminders(database, storeId, currentTime()),
      REMINDER_BATCH,
    );
    if (written > 0) database.wake(MAIL_JOB);
    return written;
  },
};
