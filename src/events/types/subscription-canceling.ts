import { toIso } from '../../kit/time.ts';
import { eventType } from '../event-type.ts';
import { sampleStatusFields, status } from './fields.ts';

export const subscriptionCanceling = eventType({
  type: 'subscription.canceling',
  group: 'Subscriptions',
  meaning: 'A cancellation was requested; the subscription is active until the period ends.',
  eventId: 'order',
  id: 'occurrence',
  notice: { title: 'Subscription ends with its period', tone: 'bad' },
  merchantMail: {
    switch: 'notifySubscriptionCanceled',
    text: ({ product, buyer }) => [
      `Subscription canceled: ${product}`,
      'A subscriber canceled',
      `${buyer} canceled ${product} and keeps access until the period ends.`,
    ],
  },
  buyerMail: { switch: 'emailSubscriptionCanceled' },
  fields: status,
  sample: (now) => ({ ...sampleStatusFields(now), canceledAt: toIso(now) }),
  sampleStatus: 'canceling',
});
