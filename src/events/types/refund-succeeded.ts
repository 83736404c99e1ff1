import { eventType } from '../event-type.ts';
import { refund, sampleRefund } from './fields.ts';

export const refundSucceeded = eventType({
  type: 'refund.succeeded',
  group: 'Refunds',
  meaning: 'A refund was completed.',
  eventId: 'refund',
  id: 'eventId',
  notice: { title: 'Refund completed', tone: 'neutral' },
  merchantMail: {
    switch: 'notifyRefundSucceeded',
    text: ({ product, refunded, buyer }) => [
      `Refund completed: ${refunded}`,
      'Refund completed',
      `A refund for ${product} was paid to ${buyer}.`,
    ],
  },
  buyerMail: { switch: 'emailRefundSucceeded' },
  fields: refund,
  sample: (now) => sampleRefund(now, 'succeeded'),
  sampleStatus: 'completed',
});
