import { z } from 'zod';
import { eventType } from '../event-type.ts';
import { sampleStatusFields, status } from './fields.ts';

export const subscriptionPastDue = eventType({
  type: 'subscription.past_due',
  group: 'Subscriptions',
  meaning: 'A renewal failed; it is retried for a week.',
  eventId: 'order and month',
  id: 'eventId',
  notice: { title: 'Subscription payment failed', tone: 'bad' },
  merchantMail: {
    switch: 'notifySubscriptionPastDue',
    text: ({ product, buyer }) => [
      `Payment failed: ${product}`,
      'A renewal could not be charged',
      `The renewal of ${product} for ${buyer} failed. We’ll retry it.`,
    ],
  },
  buyerMail: { switch: 'emailSubscriptionPastDue' },
  fields: { ...status, paymentFailureReason: z.string() },
  sample: (now) => ({ ...sampleStatusFields(now), paymentFailureReason: 'card_declined' }),
  sampleStatus: 'past_due',
});
