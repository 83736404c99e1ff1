import { toIso } from '../../kit/time.ts';
import { eventType } from '../event-type.ts';
import { sampleStatusFields, status } from './fields.ts';

export const subscriptionCanceled = eventType({
  type: 'subscription.canceled',
  group: 'Subscriptions',
  meaning: 'The subscription ended.',
  eventId: 'order',
  id: 'occurrence',
  notice: { title: 'Subscription canceled', tone: 'bad' },
  merchantMail: {
    switch: 'notifySubscriptionEnded',
    text: ({ product, buyer }) => [
      `Subscription ended: ${product}`,
      'Subscription ended',
      `The subscription of ${buyer} to ${product} has ended.`,
    ],
  },
  buyerMail: { switch: 'emailSubscriptionRevoked' },
  fields: status,
  sample: (now) => ({ ...sampleStatusFields(now), canceledAt: toIso(now) }),
  sampleStatus: 'canceled',
});
