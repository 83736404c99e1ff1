import { z } from 'zod';
import { eventType } from '../event-type.ts';
import { plannedChange, samplePlannedChange } from './fields.ts';

export const subscriptionPlanChangeFailed = eventType({
  type: 'subscription.plan_change_failed',
  group: 'Plan changes',
  meaning: 'A plan change couldn’t be paid.',
  eventId: 'order and time',
  id: 'occurrence',
  notice: { title: 'Plan change failed', tone: 'bad' },
  merchantMail: null,
  buyerMail: {
    switch: 'emailSubscriptionPlanChanged',
    onceFor: ({ targetOrderId }) => `${targetOrderId}`,
  },
  fields: { ...plannedChange, paymentFailureReason: z.string() },
  sample: (now) => ({
    ...samplePlannedChange(now),
    paymentFailureReason: 'card_declined',
  }),
  sampleStatus: 'active',
});
