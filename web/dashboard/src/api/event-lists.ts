// Generated from src/events (`npm run docs:generate`); change it there.

/** What each event means, in the groups and the order of the form. */
export const EVENT_GROUPS = [
  {
    label: 'Orders',
    meanings: {
      'order.completed': 'A one-time order was paid.',
    },
  },
  {
    label: 'Subscriptions',
    meanings: {
      'subscription.activated': 'A subscription began, with its first payment or a free trial.',
      'subscription.payment_succeeded':
        'A renewal or a plan change was paid; not the first payment.',
      'subscription.renewed': 'A renewal was paid and the next period began.',
      'subscription.recovered': 'A payment succeeded after it had failed.',
      'subscription.canceling':
        'A cancellation was requested; the subscription is active until the period ends.',
      'subscription.uncanceled': 'The cancellation was withdrawn before the period ended.',
      'subscription.canceled': 'The subscription ended.',
      'subscription.past_due': 'A renewal failed; it is retried for a week.',
    },
  },
  {
    label: 'Plan changes',
    meanings: {
      'subscription.updated': 'The plan changed; sent alongside subscription.plan_changed.',
      'subscription.plan_changed': 'The plan changed.',
      'subscription.plan_change_scheduled': 'A plan change was confirmed for the next period.',
      'subscription.plan_change_failed': 'A plan change couldn’t be paid.',
    },
  },
  {
    label: 'Payments',
    meanings: {
      'payment.fraud_warned': 'The buyer’s bank reported a payment as suspected fraud.',
    },
  },
  {
    label: 'Refunds',
    meanings: {
      'refund.succeeded': 'A refund was completed.',
      'refund.failed': 'A refund failed, perhaps after it was completed.',
    },
  },
] as const;

/** The subjects of the merchant's own notifications. */
export const MERCHANT_SWITCHES: Readonly<Record<string, string>> = {
  notifyNewOrders: 'A one-time order was paid',
  notifyNewSubscriptions: 'A subscription began',
  notifySubscriptionCanceled: 'A subscription was canceled',
  notifySubscriptionEnded: 'A subscription ended',
  notifySubscriptionPastDue: 'A renewal couldn’t be charged',
  notifySubscriptionRenewed: 'A subscription was renewed',
  notifySubscriptionUncanceled: 'A cancellation was withdrawn',
  notifySubscriptionUpdated: 'A plan was changed',
  notifyChargeback: 'A buyer disputed a payment, or their bank suspects fraud',
  notifyRefundSucceeded: 'A refund was completed or failed',
};

/** Mails to buyers; the platform sends them, so they are shown and can't be switched off. */
export const BUYER_SWITCHES: Readonly<Record<string, string>> = {
  emailOrderConfirmation: 'Order confirmation',
  emailSubscriptionConfirmation: 'Subscription confirmation',
  emailSubscriptionCycled: 'Renewal receipt',
  emailSubscriptionCanceled: 'Cancellation confirmation',
  emailSubscriptionRevoked: 'Subscription ended',
  emailSubscriptionPastDue: 'Failed renewal payment',
  emailTrialStarted: 'Trial started',
  emailTrialEnding: 'Trial ending soon',
  emailUpcomingCharge: 'Upcoming charge',
  emailSubscriptionPlanChanged: 'Plan change',
  emailRefundSucceeded: 'Refund completed',
};
