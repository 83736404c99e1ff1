import { z } from 'zod';
import { eventType } from '../event-type.ts';
import { refund, sampleRefund } from './fields.ts';

export const refundFailed = eventType({
  type: 'refund.failed',
  group: 'Refunds',
  meaning: 'A refund failed.',
  eventId: 'refund',
  id: 'eventId',
  notice: { title: 'Refund failed', tone: 'bad' },
  merchantMail: null,
  buyerMail: null,
  fields: { ...refund, refundFailureReason: z.string() },
  sample: (now) => ({ ...sampleRefund(now, 'failed'), refundFailureReason: 'refund_declined' }),
  sampleStatus: 'completed',
});
