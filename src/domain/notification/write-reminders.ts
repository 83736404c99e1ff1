import type { Queryable } from '../../database/database.ts';
import { mailTextOf } from '../../events/mail-texts.ts';
import { insertReminder } from '../../events/queue-mail.queries.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import { formatAmount } from '../../kit/money.ts';
import { toIso } from '../../kit/time.ts';
import { markAnnounced } from '../subscription/announced.queries.ts';
import { type DueReminder, findDueReminders } from './reminder.queries.ts';

/** Reminders written in one batch. */
export const REMINDER_BATCH = 50;
/** `YYYY-MM-DD` of an ISO 8601 time. */
const DATE_LENGTH = 10;

/**
 * Queues a batch of due reminders of a store; gives how many. Each is written once for its period,
 * however often it is looked for.
 */
export async function writeReminders(
  db: Queryable,
  storeId: Id<'STO'>,
  now: Date,
): Promise<number> {
  const due = await findDueReminders(db, storeId, now, REMINDER_BATCH);
  for (const reminder of due) {
    await insertReminder(db, toMail(reminder), now);
    await markAnnounced(db, reminder);
  }
  return due.length;
}

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
