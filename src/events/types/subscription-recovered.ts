import { z } from 'zod';
import { eventType } from '../event-type.ts';
import { SAMPLE, sampleStatusFields, status } from './fields.ts';

export const subscriptionRecovered = eventType({
  type: 'subscription.recovered',
  group: 'Subscriptions',
  meaning: 'A payment succeeded after it had failed.',
  eventId: 'order and time',
  id: 'occurrence',
  notice: { title: 'Subscription recovered', tone: 'good' },
  merchantMail: null,
  buyerMail: null,
  fields: { ...status, paymentId: z.string() },
  sample: (now) => ({ ...sampleStatusFields(now), paymentId: SAMPLE.payment }),
  sampleStatus: 'active',
});
