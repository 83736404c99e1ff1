import type { Job } from '../../contract/job.ts';
import { MAIL_JOB } from '../../events/event-mails.ts';
import { writeReminders } from './write-reminders.ts';

const EVERY_MS = 60_000;

/** Writes the mails that time brings about: a trial that ends soon, a charge that is near. */
export const remindBuyers: Job = {
  name: 'remind-buyers',
  everyMs: EVERY_MS,
  run: async ({ database, now: currentTime }) => {
    const written = await writeReminders(database, currentTime());
    if (written > 0) database.wake(MAIL_JOB);
    return written;
  },
};
