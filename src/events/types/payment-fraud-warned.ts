import { z } from 'zod';
import { eventType } from '../event-type.ts';
import { payment, samplePayment } from './fields.ts';

export const paymentFraudWarned = eventType({
  type: 'payment.fraud_warned',
  group: 'Payments',
  meaning: 'The buyer’s bank reported a payment as suspected fraud.',
  eventId: 'payment',
  id: 'occurrence',
  notice: { title: 'Suspected fraud', tone: 'bad' },
  merchantMail: {
    switch: 'notifyChargeback',
    // It has been refunded or disputed already.
    unless: ({ isActionable }) => isActionable === false,
    text: ({ product, amount, buyer }) => [
      `Suspected fraud: ${amount} for ${product}`,
      'The buyer’s bank suspects fraud',
      `The bank of ${buyer} reports their payment for ${product} as suspected fraud. Check the order, and refund the payment now if it isn’t right: that usually prevents a dispute, which costs a fee even if you win it. If it was for a subscription that still renews, end that as well. If you’ve already refunded the payment, you don’t need to do anything.`,
    ],
  },
  buyerMail: null,
  fields: {
    ...payment,
    periodNumber: z.number().optional(),
    fraudWarningReason: z.string(),
    isActionable: z.boolean(),
  },
  sample: (now) => ({
    ...samplePayment(now),
    fraudWarningReason: 'made_with_stolen_card',
    isActionable: true,
  }),
  sampleStatus: 'completed',
});
