import type { Queryable } from '../../database/database.ts';
import { mailSubjectOf } from '../../events/mail-texts.ts';
import { insertReminder } from '../../events/queue-mail.queries.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import { formatAmount } from '../../kit/money.ts';
import { dateOf } from '../order/order-event.ts';
import { markAnnounced } from '../subscription/announced.queries.ts';
import { type DueReminder, findDueReminders } from './reminder.queries.ts';

/** Reminders per batch. */
export const REMINDER_BATCH = 50;

/**
 * Queues a batch of a store's due reminders and returns their number. Each is queued once per
 * period, however often this runs.
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
    chargeDate: dateOf(reminder.dueAt),
    orderId: encodeId('ORD', orderId),
  };
  const facts = { type, environment: reminder.environment, storeName: reminder.storeName };
  const subject = mailSubjectOf('buyer', { ...facts, data: content }, language);
  const occurrence = `${type}/${orderId}/${periodNumber}`;
  return { ...reminder, type, content, subject, occurrence, eventId: content.orderId };
}
