import { z } from 'zod';
import { eventType } from '../event-type.ts';
import { SAMPLE, sampleStatusFields, status } from './fields.ts';

export const subscriptionRenewed = eventType({
  type: 'subscription.renewed',
  group: 'Subscriptions',
  meaning: 'A renewal was paid and the next period began.',
  eventId: 'order and time',
  id: 'occurrence',
  notice: { title: 'Subscription renewed', tone: 'good' },
  merchantMail: {
    switch: 'notifySubscriptionRenewed',
    text: ({ product, amount, buyer }) => [
      `Subscription renewed: ${product}, ${amount}`,
      'Subscription renewed',
      `The subscription of ${buyer} to ${product} was renewed.`,
    ],
  },
  buyerMail: { switch: 'emailSubscriptionCycled' },
  fields: { ...status, paymentId: z.string() },
  sample: (now) => ({ ...sampleStatusFields(now), paymentId: SAMPLE.payment }),
  sampleStatus: 'active',
});
