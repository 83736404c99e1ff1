import { eventType } from '../event-type.ts';
import { changedPlan, sampleChangedPlan } from './fields.ts';

export const subscriptionUpdated = eventType({
  type: 'subscription.updated',
  group: 'Plan changes',
  meaning: 'The plan changed; sent alongside subscription.plan_changed.',
  eventId: 'order',
  id: 'occurrence',
  notice: { title: 'Subscription updated', tone: 'neutral' },
  merchantMail: null,
  buyerMail: null,
  fields: changedPlan,
  sample: sampleChangedPlan,
  sampleStatus: 'active',
});
