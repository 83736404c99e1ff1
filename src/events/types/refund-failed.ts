import { z } from 'zod';
import { eventType } from '../event-type.ts';
import { refund, sampleRefund } from './fields.ts';

export const refundFailed = eventType({
  type: 'refund.failed',
  group: 'Refunds',
  meaning: 'A refund failed, perhaps after it was completed.',
  eventId: 'refund',
  id: 'eventId',
  notice: { title: 'Refund failed', tone: 'bad' },
  merchantMail: {
    switch: 'notifyRefundSucceeded',
    text: ({ product, amount, buyer }) => [
      `Refund failed: ${amount}`,
      'Refund failed',
      `A refund for ${product} didn’t reach ${buyer}, even if it was reported as completed before. Submit the refund again, or pay the buyer in another way. If the payment is disputed, wait for the bank’s decision first, or the buyer may get the money twice.`,
    ],
  },
  buyerMail: null,
  fields: { ...refund, refundFailureReason: z.string() },
  sample: (now) => ({ ...sampleRefund(now, 'failed'), refundFailureReason: 'refund_declined' }),
  sampleStatus: 'completed',
});
