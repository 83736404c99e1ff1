import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { type Environment, MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import type { Tx } from '../../database/database.ts';
import { queueAddressMail } from '../../events/queue-mail.ts';
import { isErased } from '../../kit/erased-address.ts';
import { encodeId, newUuid } from '../../kit/id.ts';
import { formatAmount } from '../../kit/money.ts';
import { toIso } from '../../kit/time.ts';
import { limitMailsByHand, mailLimitRows, RECEIPT_MAIL } from '../notification/mails-by-hand.ts';
import { lockMailedPayment, type MailedPayment } from './receipt-mail.queries.ts';

const errors = errorTable('order', {
  missingId: [400, 'Missing required field: paymentId'],
  malformedId: [400, expectedFormat('PAY')],
  notPaid: [400, (status) => `Payment has no receipt, current status: ${status}`],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  notFound: [404, 'Payment not found'],
  ...mailLimitRows,
});

/** Mails the buyer a payment's receipt again, whatever the store's notification switches. */
export const sendReceipt = action({
  path: 'receipt/send-receipt',
  summary: 'Mail the buyer the receipt of a payment again',
  auth: MERCHANT,
  environment: 'credential',
  errors,
  input: z.object({ paymentId: requiredId('PAY', errors.missingId, errors.malformedId) }),
  output: z.object({ paymentId: z.string(), buyerEmail: z.string() }),
  handle: async ({ input, caller, tx, now }) => {
    const [payment] = await lockMailedPayment(tx, input.paymentId, caller);
    if (!payment) throw errors.notFound();
    if (payment.role === 'member') throw errors.forbidden();
    if (payment.status !== 'succeeded') throw errors.notPaid(payment.status);
    const { storeId, buyerEmail } = payment;
    if (isErased(buyerEmail)) throw errors.notPaid('erased');
    await limitMailsByHand(tx, { storeId, toAddress: buyerEmail }, errors, now);
    const paymentId = encodeId('PAY', input.paymentId);
    await mailReceipt(tx, { ...payment, paymentId, environment: caller.environment }, now);
    const audit = { storeId, subjectType: 'payment', subjectId: paymentId };
    return { data: { paymentId, buyerEmail }, audit };
  },
});

type Receipt = MailedPayment & { readonly paymentId: string; readonly environment: Environment };

async function mailReceipt(tx: Tx, receipt: Receipt, now: Date): Promise<void> {
  const { storeId, environment, paymentId, buyerEmail, currency, cardLast4, paidAt } = receipt;
  const content = {
    ...{ paymentId, orderId: encodeId('ORD', receipt.orderId), productName: receipt.productName },
    ...{ amount: formatAmount(receipt.amountMinor, currency), currency },
    ...{ paymentMethod: receipt.method, paymentLast4: cardLast4 },
    paymentDate: paidAt && toIso(paidAt),
  };
  const occurrence = `receipt/${newUuid(now)}`;
  const about = { type: RECEIPT_MAIL, occurrence, subjectId: paymentId, content };
  const mail = { ...about, storeId, environment, toAddress: buyerEmail };
  const language = receipt.language ?? 'en';
  await queueAddressMail(tx, { ...mail, recipientType: 'buyer', language }, now);
}
