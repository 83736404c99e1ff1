/** What the merchant's own notifications are about. */
export const MERCHANT_SWITCHES: Readonly<Record<string, string>> = {
  notifyNewOrders: 'A one-time order was paid',
  notifyNewSubscriptions: 'A subscription began',
  notifySubscriptionRenewed: 'A subscription was renewed',
  notifySubscriptionCanceled: 'A subscription was canceled',
  notifySubscriptionUncanceled: 'A cancellation was taken back',
  notifySubscriptionUpdated: 'A plan was changed',
  notifySubscriptionPastDue: 'A renewal could not be charged',
  notifySubscriptionEnded: 'A subscription ended',
  notifyRefundSucceeded: 'A refund was carried out',
  notifyChargeback: 'A buyer disputed a payment',
};

/** Mails to buyers; the platform sends them, so they are shown and not switched. */
export const BUYER_SWITCHES: Readonly<Record<string, string>> = {
  emailOrderConfirmation: 'Confirmation of an order',
  emailSubscriptionConfirmation: 'Confirmation of a subscription',
  emailSubscriptionCycled: 'Receipt of a renewal',
  emailSubscriptionCanceled: 'Confirmation of a cancellation',
  emailSubscriptionRevoked: 'End of a subscription',
  emailSubscriptionPastDue: 'A renewal could not be charged',
  emailTrialStarted: 'Start of a trial',
  emailTrialEnding: 'A trial is about to end',
  emailUpcomingCharge: 'A charge is about to come',
  emailSubscriptionPlanChanged: 'Change of a plan',
  emailRefundSucceeded: 'A refund was carried out',
};
