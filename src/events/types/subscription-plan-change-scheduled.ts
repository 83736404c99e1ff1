import { z } from 'zod';
import { toIso } from '../../kit/time.ts';
import { eventType } from '../event-type.ts';
import { plannedChange, samplePlannedChange } from './fields.ts';

export const subscriptionPlanChangeScheduled = eventType({
  type: 'subscription.plan_change_scheduled',
  group: 'Plan changes',
  meaning: 'A plan change was confirmed for the next period.',
  eventId: 'order and time',
  id: 'occurrence',
  notice: { title: 'Plan change scheduled', tone: 'neutral' },
  merchantMail: null,
  buyerMail: { switch: 'emailSubscriptionPlanChanged' },
  fields: { ...plannedChange, targetAmount: z.string(), effectiveAt: z.string() },
  sample: (now) => ({
    ...samplePlannedChange(now),
    targetAmount: '19.00',
    effectiveAt: toIso(now),
  }),
  sampleStatus: 'active',
});
