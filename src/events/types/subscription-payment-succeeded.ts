import { eventType } from '../event-type.ts';
import { payment, period, samplePayment, samplePeriod } from './fields.ts';

export const subscriptionPaymentSucceeded = eventType({
  type: 'subscription.payment_succeeded',
  group: 'Subscriptions',
  meaning: 'A renewal or a plan change was paid; not the first payment.',
  eventId: 'payment',
  id: 'eventId',
  notice: { title: 'Subscription payment received', tone: 'good' },
  merchantMail: null,
  buyerMail: null,
  fields: { ...period, ...payment },
  sample: (now) => ({ ...samplePeriod(now), ...samplePayment(now) }),
  sampleStatus: 'active',
});
