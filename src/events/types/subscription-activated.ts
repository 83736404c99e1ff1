import { eventType } from '../event-type.ts';
import { sampleStatusFields, status } from './fields.ts';

export const subscriptionActivated = eventType({
  type: 'subscription.activated',
  group: 'Subscriptions',
  meaning: 'A subscription began, with its first payment or a free trial.',
  eventId: 'order',
  id: 'eventId',
  notice: { title: 'New subscription', tone: 'good' },
  merchantMail: {
    switch: 'notifyNewSubscriptions',
    text: ({ product, buyer, store }) => [
      `New subscription: ${product}`,
      'New subscription',
      `${buyer} subscribed to ${product} at ${store}.`,
    ],
  },
  buyerMail: {
    switch: 'emailSubscriptionConfirmation',
    // A free trial is period 0.
    unless: {
      is: ({ periodNumber }) => periodNumber === 0,
      switch: 'emailTrialStarted',
      name: 'trial_started',
    },
  },
  fields: status,
  sample: sampleStatusFields,
  sampleStatus: 'active',
});
