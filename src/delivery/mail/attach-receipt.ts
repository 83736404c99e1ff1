import type { Queryable } from '../../database/database.ts';
import type { ClaimedMail } from '../../events/mail-delivery.queries.ts';
import { decodeId } from '../../kit/id.ts';
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

/** Mails about money that moved: a subscription's tell the period, the others what moved. */
const OF_PERIOD = ['subscription.activated', 'subscription.renewed', 'subscription.plan_changed'];

/**
 * The receipt that belongs to a buyer's mail, read from what was committed; null when no money
 * moved, as at the start of a free trial. Throws when it could not be made.
 */
export async function receiptOf(
  db: Queryable,
  printer: PdfPrinter,
  mail: ClaimedMail,
): Promise<Attachment | null> {
  if (mail.recipientType !== 'buyer' || mail.body === null) return null;
  const { data } = JSON.parse(mail.body) as { readonly data: Readonly<Record<string, unknown>> };
  const [receipt] = await findReceipt(db, mail.type, data);
  if (!receipt) return null;
  return {
    filename: `receipt-${numberOf(receipt)}.pdf`,
    contentType: 'application/pdf',
    content: await printer.print(sheetOf(receipt, mail.language)),
  };
}

async function findReceipt(
  db: Queryable,
  type: string,
  data: Readonly<Record<string, unknown>>,
): Promise<Receipt[]> {
  if (type === 'order.completed') {
    const paymentId = decodeId('PAY', String(data.paymentId));
    return paymentId ? findPaymentReceipt(db, paymentId) : [];
  }
  if (type === 'refund.succeeded') {
    const refundId = decodeId('REF', String(data.refundId));
    return refundId ? findRefundReceipt(db, refundId) : [];
  }
  const orderId = decodeId('ORD', String(data.orderId));
  if (!OF_PERIOD.includes(type) || !orderId || typeof data.periodNumber !== 'number') return [];
  const [payment] = await findPeriodPayment(db, orderId, data.periodNumber);
  return payment ? findPaymentReceipt(db, payment.id) : [];
}
