// Generated from en.json by `npm run docs:generate`.
import type { Values } from '../../kit/messages.ts';

export interface MailTexts {
  readonly testMark: string;
  readonly footer: (values: Values<'store'>) => string;
  readonly purchase: string;
  readonly methods: {
    readonly card: string;
    readonly applepay: string;
    readonly googlepay: string;
    readonly wechat: string;
  };
  readonly rows: {
    readonly product: string;
    readonly amount: string;
    readonly refunded: string;
    readonly paidWith: string;
    readonly date: string;
    readonly period: string;
    readonly nextCharge: string;
    readonly reason: string;
    readonly order: string;
  };
  readonly 'order.completed': {
    readonly subject: (values: Values<'store'>) => string;
    readonly heading: string;
    readonly text: (values: Values<'product'>) => string;
  };
  readonly 'subscription.activated': {
    readonly subject: (values: Values<'product' | 'store'>) => string;
    readonly heading: string;
    readonly text: string;
  };
  readonly trial_started: {
    readonly subject: (values: Values<'product' | 'store'>) => string;
    readonly heading: string;
    readonly text: string;
  };
  readonly 'subscription.renewed': {
    readonly subject: (values: Values<'store'>) => string;
    readonly heading: string;
    readonly text: (values: Values<'product'>) => string;
  };
  readonly 'subscription.canceling': {
    readonly subject: (values: Values<'store'>) => string;
    readonly heading: string;
    readonly text: (values: Values<'product'>) => string;
  };
  readonly 'subscription.plan_changed': {
    readonly subject: (values: Values<'store'>) => string;
    readonly heading: string;
    readonly text: (values: Values<'product'>) => string;
  };
  readonly 'subscription.plan_change_scheduled': {
    readonly subject: (values: Values<'store'>) => string;
    readonly heading: string;
    readonly text: (values: Values<'current' | 'date' | 'product'>) => string;
  };
  readonly 'subscription.plan_change_withdrawn': {
    readonly subject: (values: Values<'store'>) => string;
    readonly heading: string;
    readonly text: (values: Values<'current' | 'product'>) => string;
  };
  readonly 'subscription.plan_change_failed': {
    readonly subject: (values: Values<'store'>) => string;
    readonly heading: string;
    readonly text: (values: Values<'current' | 'product'>) => string;
  };
  readonly 'subscription.canceled': {
    readonly subject: (values: Values<'store'>) => string;
    readonly heading: string;
    readonly text: (values: Values<'product'>) => string;
  };
  readonly 'subscription.past_due': {
    readonly subject: (values: Values<'store'>) => string;
    readonly heading: string;
    readonly text: (values: Values<'product'>) => string;
  };
  readonly 'refund.succeeded': {
    readonly subject: (values: Values<'store'>) => string;
    readonly heading: string;
    readonly text: (values: Values<'product' | 'refunded'>) => string;
  };
  readonly 'subscription.trial_ending': {
    readonly subject: (values: Values<'store'>) => string;
    readonly heading: string;
    readonly text: (values: Values<'amount' | 'product'>) => string;
  };
  readonly 'subscription.upcoming_charge': {
    readonly subject: (values: Values<'store'>) => string;
    readonly heading: string;
    readonly text: (values: Values<'amount' | 'product'>) => string;
  };
  readonly openPortal: string;
  readonly 'portal.link': {
    readonly subject: (values: Values<'store'>) => string;
    readonly heading: string;
    readonly text: (values: Values<'store'>) => string;
  };
  readonly 'portal.sent_link': {
    readonly subject: (values: Values<'store'>) => string;
    readonly heading: string;
    readonly text: (values: Values<'store'>) => string;
  };
  readonly 'payment.receipt': {
    readonly subject: (values: Values<'store'>) => string;
    readonly heading: string;
    readonly text: (values: Values<'product'>) => string;
  };
}
