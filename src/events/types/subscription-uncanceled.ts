import { eventType } from '../event-type.ts';
import { sampleStatusFields, status } from './fields.ts';

export const subscriptionUncanceled = eventType({
  type: 'subscription.uncanceled',
  group: 'Subscriptions',
  meaning: 'The cancellation was withdrawn before the period ended.',
  eventId: 'order',
  id: 'occurrence',
  notice: { title: 'Cancellation withdrawn', tone: 'good' },
  merchantMail: {
    switch: 'notifySubscriptionUncanceled',
    text: ({ product, buyer }) => [
      `Subscription reactivated: ${product}`,
      'Cancellation withdrawn',
      `${buyer} keeps the subscription to ${product}.`,
    ],
  },
  buyerMail: null,
  fields: status,
  sample: sampleStatusFields,
  sampleStatus: 'active',
});
