import { eventType } from '../event-type.ts';
import { changedPlan, sampleChangedPlan } from './fields.ts';

export const subscriptionPlanChanged = eventType({
  type: 'subscription.plan_changed',
  group: 'Plan changes',
  meaning: 'The plan changed.',
  eventId: 'order and time',
  id: 'occurrence',
  notice: { title: 'Plan changed', tone: 'neutral' },
  merchantMail: {
    switch: 'notifySubscriptionUpdated',
    text: ({ product, buyer }) => [
      `Plan changed: ${product}`,
      'Plan changed',
      `${buyer} changed the plan to ${product}.`,
    ],
  },
  buyerMail: { switch: 'emailSubscriptionPlanChanged' },
  fields: changedPlan,
  sample: sampleChangedPlan,
  sampleStatus: 'active',
});
