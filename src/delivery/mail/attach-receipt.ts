import type { Queryable } from '../../database/database.ts';
import { RECEIPT_MAIL } from '../../domain/notification/mails-by-hand.ts';
import type { ClaimedMail } from '../../events/mail-delivery.queries.ts';
import { decodeId, type Id } from '../../kit/id.ts';
import type { PdfPrinter } from '../../receipts/pdf-printer.ts';
import {
  findPaymentReceipt,
  findPeriodPayment,
  findRefundReceipt,
  type Receipt,
} from '../../receipts/receipt.queries.ts';
import { numberOf, sheetOf } from '../../receipts/receipt-sheet.ts';

export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/**
 * Mails about payments and refunds: for subscriptions the receipt is the period's, for others that
 * of the payment or refund.
 */
const OF_PERIOD = ['subscription.activated', 'subscription.renewed', 'subscription.plan_changed'];

/**
 * The receipt for a buyer's mail, read from committed data; null if no money moved, as at the start
 * of a free trial. Throws if it couldn't be created.
 */
export async function receiptOf(
  db: Queryable,
  printer: PdfPrinter,
  mail: ClaimedMail,
): Promise<Attachment | null> {
  if (mail.recipientType !== 'buyer' || mail.storeId === null) return null;
  const data = mail.body === null ? mail.content : JSON.parse(mail.body).data;
  if (data === null) return null;
  const [receipt] = await findReceipt(db, mail.storeId, mail.type, data);
  if (!receipt) return null;
  return {
    filename: `receipt-${numberOf(receipt)}.pdf`,
    contentType: 'application/pdf',
    content: await printer.print(sheetOf(receipt, mail.language)),
  };
}

async function findReceipt(
  db: Queryable,
  storeId: Id<'STO'>,
  type: string,
  data: Readonly<Record<string, unknown>>,
): Promise<Receipt[]> {
  if (type === 'order.completed' || type === RECEIPT_MAIL) {
    const paymentId = decodeId('PAY', String(data.paymentId));
    return paymentId ? findPaymentReceipt(db, storeId, paymentId) : [];
  }
  if (type === 'refund.succeeded') {
    const refundId = decodeId('REF', String(data.refundId));
    return refundId ? findRefundReceipt(db, storeId, refundId) : [];
  }
  const orderId = decodeId('ORD', String(data.orderId));
  if (!OF_PERIOD.includes(type) || !orderId || typeof data.periodNumber !== 'number') return [];
  const [payment] = await findPeriodPayment(db, storeId, orderId, data.periodNumber);
  return payment ? findPaymentReceipt(db, storeId, payment.id) : [];
}
