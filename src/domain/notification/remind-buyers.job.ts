import type { Job } from '../../contract/job.ts';
import { MAIL_JOB } from '../../events/event-mails.ts';
import { mailTextOf } from '../../events/mail-texts.ts';
import { encodeId } from '../../kit/id.ts';
import { formatAmount } from '../../kit/money.ts';
import { toIso } from '../../kit/time.ts';
import { type DueReminder, findDueReminders, insertReminder } from './reminder.queries.ts';

/** Reminders written in one batch. */
const BATCH = 50;
const EVERY_MS = 60_000;
/** `YYYY-MM-DD` of an ISO 8601 time. */
const DATE_LENGTH = 10;

/**
 * Writes the mails that time brings about: a trial that ends soon, a charge that is near (Specification
 * 2.3). Each is written once for its period, whoever looks how often.
 */
export const remindBuyers: Job = {
  name: 'remind-buyers',
  everyMs: EVERY_MS,
  run: async ({ database, now: currentTime }) => {
    const time = currentTime();
    const due = await findDueReminders(database, time, BATCH);
    for (const reminder of due) await insertReminder(database, toMail(reminder), time);
    if (due.length > 0) database.nudge(MAIL_JOB);
    return due.length;
  },
};

function toMail(reminder: DueReminder) {
  const { orderId, isTrial, periodNumber, currency, totalMinor, language } = reminder;
  const type = isTrial ? 'subscription.trial_ending' : 'subscription.upcoming_charge';
  const content = {
    productName: reminder.productName,
    amount: formatAmount(totalMinor, currency),
    currency,
    chargeDate: toIso(reminder.dueAt).slice(0, DATE_LENGTH),
    orderId: encodeId('ORD', orderId),
  };
  const facts = { type, environment: reminder.environment, storeName: reminder.storeName };
  const { subject } = mailTextOf('buyer', { ...facts, data: content }, language);
  const occurrence = `${type}/${orderId}/${periodNumber}`;
  return { ...reminder, type, content, subject, occurrence, eventId: content.orderId };
}
