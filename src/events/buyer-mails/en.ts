/** The texts of mails to buyers: ICU messages. Mails to merchants are English. */
export const en = {
  testMark: '[Test]',
  footer: 'Sent on behalf of {store}.',
  purchase: 'your purchase',
  methods: { card: 'Card', applepay: 'Apple Pay', googlepay: 'Google Pay', wechat: 'WeChat Pay' },
  rows: {
    product: 'Product',
    amount: 'Amount',
    refunded: 'Refunded',
    paidWith: 'Paid with',
    date: 'Date',
    period: 'Current period',
    nextCharge: 'Next charge',
    reason: 'Reason',
    order: 'Order',
  },
  reasons: {
    card_declined: 'Your bank declined the card.',
    insufficient_funds: 'The card has insufficient funds.',
    expired_card: 'The card has expired.',
    incorrect_cvc: 'The security code is not the one on the card.',
  },
  'order.completed': {
    subject: 'Your order from {store}',
    heading: 'Thank you for your order',
    text: 'Your payment for {product} was received.',
  },
  'subscription.activated': {
    subject: 'Your subscription to {product} at {store}',
    heading: 'Your subscription has started',
    text: 'It renews by itself at the end of each period until you cancel.',
  },
  trial_started: {
    subject: 'Your free trial of {product} at {store}',
    heading: 'Your free trial has started',
    text: 'You are charged when the trial ends, unless you cancel before.',
  },
  'subscription.renewed': {
    subject: 'Your subscription at {store} was renewed',
    heading: 'Your subscription was renewed',
    text: 'Your payment for {product} was received.',
  },
  'subscription.canceling': {
    subject: 'Your cancellation at {store}',
    heading: 'Your subscription is canceled',
    text: 'You keep access to {product} until the period ends. Nothing more is charged.',
  },
  'subscription.plan_changed': {
    subject: 'Your plan at {store} was changed',
    heading: 'Your plan was changed',
    text: 'You are now subscribed to {product}.',
  },
  'subscription.plan_change_scheduled': {
    subject: 'Your plan at {store} will change',
    heading: 'Your plan will change',
    text: '{product} takes the place of {current} on {date}. Nothing changes until then.',
  },
  'subscription.plan_change_withdrawn': {
    subject: 'Your plan at {store} stays as it is',
    heading: 'Your plan stays as it is',
    text: 'The change to {product} will not take place. You stay subscribed to {current}.',
  },
  'subscription.plan_change_failed': {
    subject: 'Your plan at {store} could not be changed',
    heading: 'Your plan could not be changed',
    text: 'We could not charge you for {product}. You stay subscribed to {current}.',
  },
  'subscription.canceled': {
    subject: 'Your subscription at {store} has ended',
    heading: 'Your subscription has ended',
    text: 'Your access to {product} has ended.',
  },
  'subscription.past_due': {
    subject: 'Your payment to {store} failed',
    heading: 'Your payment failed',
    text: 'We could not charge you for {product}. We will try again in the next days.',
  },
  'refund.succeeded': {
    subject: 'Your refund from {store}',
    heading: 'Your refund is on its way',
    text: '{refunded} for {product} goes back to the way you paid.',
  },
  'subscription.trial_ending': {
    subject: 'Your trial at {store} ends soon',
    heading: 'Your trial ends soon',
    text: 'After it, {product} costs {amount} a period. Cancel before to pay nothing.',
  },
  'subscription.upcoming_charge': {
    subject: 'Your subscription at {store} renews soon',
    heading: 'Your subscription renews soon',
    text: '{amount} will be charged for {product}.',
  },
  openPortal: 'Your orders and receipts',
  'portal.link': {
    subject: 'Your link to {store}',
    heading: 'See your orders',
    text: 'Press the button to see your orders and receipts at {store}. It works once, for 30 minutes. If you did not ask for it, ignore this message.',
  },
} as const;
