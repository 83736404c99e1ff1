import type { ErrorRow } from '../../contract/errors.ts';
import type { Tx } from '../../database/database.ts';
import { listStoreMails } from '../../events/mail-limits.queries.ts';
import type { Id } from '../../kit/id.ts';
import { HOUR_MS } from '../../kit/period.ts';
import { addMs } from '../../kit/time.ts';

/** Mails per hour that members of a store may send to one buyer. */
const MAX_MAILS_TO_BUYER = 5;
/** Mails per hour to all its buyers together. */
const MAX_MAILS_OF_STORE = 100;

/** Mails that members send to buyers manually. */
export const RECEIPT_MAIL = 'payment.receipt';
export const SENT_LINK_MAIL = 'portal.sent_link';
const TYPES = [RECEIPT_MAIL, SENT_LINK_MAIL];

export const mailLimitRows = {
  tooManyToBuyer: [429, 'Too many mails were sent to this buyer, try again in an hour'],
  tooManyOfStore: [429, 'Too many mails were sent by this store, try again in an hour'],
} as const;

/**
 * Throws if a store's members have mailed a buyer, or all buyers, too often within the hour. The
 * store must be locked, so that concurrent mails are counted one after another.
 */
export async function limitMailsByHand(
  tx: Tx,
  { storeId, toAddress }: { readonly storeId: Id<'STO'>; readonly toAddress: string },
  rows: Readonly<Record<keyof typeof mailLimitRows, ErrorRow>>,
  now: Date,
): Promise<void> {
  const sent = await listStoreMails(tx, storeId, toAddress, TYPES, addMs(now, -HOUR_MS));
  const toBuyer = sent.filter(({ isToAddress }) => isToAddress)[MAX_MAILS_TO_BUYER - 1];
  if (toBuyer) throw rows.tooManyToBuyer.until(addMs(toBuyer.createdAt, HOUR_MS), now);
  const toAny = sent[MAX_MAILS_OF_STORE - 1];
  if (toAny) throw rows.tooManyOfStore.until(addMs(toAny.createdAt, HOUR_MS), now);
}
