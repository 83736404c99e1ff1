/** A store's switch for mails; every switch is on by default. */
interface Switch {
  /** Merchants set their own; mails to buyers are up to the platform. */
  readonly setBy: 'merchant' | 'platform';
  /** Completes "a mail is sent when …", in the reference and in the contract. */
  readonly when: string;
  /** Its label in the dashboard. */
  readonly label: string;
  /** The stored switch, if this is an alias of it. */
  readonly aliasOf?: string;
}

/**
 * Every switch, in the order of answers (docs/contract/resources.md#notification-settings).
 * Settings, GraphQL, reference, contract and dashboard are derived from this table.
 */
export const SWITCHES = {
  emailOrderConfirmation: {
    setBy: 'platform',
    when: 'an order is confirmed',
    label: 'Order confirmation',
  },
  emailSubscriptionConfirmation: {
    setBy: 'platform',
    when: 'a subscription begins',
    label: 'Subscription confirmation',
  },
  emailSubscriptionCycled: {
    setBy: 'platform',
    when: 'a subscription renews',
    label: 'Renewal receipt',
  },
  emailSubscriptionCanceled: {
    setBy: 'platform',
    when: 'a subscription is canceled',
    label: 'Cancellation confirmation',
  },
  emailSubscriptionRevoked: {
    setBy: 'platform',
    when: 'a subscription ends',
    label: 'Subscription ended',
  },
  emailSubscriptionPastDue: {
    setBy: 'platform',
    when: 'a renewal fails',
    label: 'Failed renewal payment',
  },
  emailTrialStarted: {
    setBy: 'platform',
    when: 'a free trial begins',
    label: 'Trial started',
  },
  emailTrialEnding: {
    setBy: 'platform',
    when: 'a trial ends soon',
    label: 'Trial ending soon',
  },
  emailUpcomingCharge: {
    setBy: 'platform',
    when: 'a charge is near',
    label: 'Upcoming charge',
  },
  emailSubscriptionPlanChanged: {
    setBy: 'platform',
    when: 'a plan changes, is scheduled to, or couldn’t',
    label: 'Plan change',
  },
  emailRefundSucceeded: {
    setBy: 'platform',
    when: 'a refund succeeds',
    label: 'Refund completed',
  },
  notifyNewOrders: {
    setBy: 'merchant',
    when: 'a one-time order is paid',
    label: 'A one-time order was paid',
  },
  notifyNewSubscriptions: {
    setBy: 'merchant',
    when: 'a subscription begins',
    label: 'A subscription began',
  },
  notifySubscriptionCanceled: {
    setBy: 'merchant',
    when: 'a subscriber cancels and keeps access until the period ends',
    label: 'A subscription was canceled',
  },
  notifySubscriptionEnded: {
    setBy: 'merchant',
    when: 'a subscription ends',
    label: 'A subscription ended',
  },
  notifySubscriptionPastDue: {
    setBy: 'merchant',
    when: 'a renewal fails',
    label: 'A renewal couldn’t be charged',
  },
  notifySubscriptionRenewed: {
    setBy: 'merchant',
    when: 'a renewal is paid',
    label: 'A subscription was renewed',
  },
  notifySubscriptionUncanceled: {
    setBy: 'merchant',
    when: 'a cancellation is withdrawn',
    label: 'A cancellation was withdrawn',
  },
  notifySubscriptionUpdated: {
    setBy: 'merchant',
    when: 'a plan changes',
    label: 'A plan was changed',
  },
  notifySubscriptionPlanChanged: {
    setBy: 'merchant',
    when: 'a plan changes',
    label: 'A plan was changed',
    aliasOf: 'notifySubscriptionUpdated',
  },
  notifyChargeback: {
    setBy: 'merchant',
    when: 'a buyer disputes a payment (chargeback), or their bank suspects fraud',
    label: 'A buyer disputed a payment, or their bank suspects fraud',
  },
  notifyRefundSucceeded: {
    setBy: 'merchant',
    when: 'a refund succeeds or fails',
    label: 'A refund was completed or failed',
  },
} as const satisfies Readonly<Record<string, Switch>>;

export type SwitchName = keyof typeof SWITCHES;
type SetBy<Who> = {
  [Name in SwitchName]: (typeof SWITCHES)[Name] extends { readonly setBy: Who } ? Name : never;
}[SwitchName];
export type MerchantSwitch = SetBy<'merchant'>;
export type PlatformSwitch = SetBy<'platform'>;

export const switchNames = Object.keys(SWITCHES) as SwitchName[];

/** Platform-managed switches: read-only for the merchant. */
export const PLATFORM_SWITCHES = switchNames.filter(
  (name): name is PlatformSwitch => SWITCHES[name].setBy === 'platform',
);

/** Switches that a merchant may set. */
export const MERCHANT_SWITCHES = switchNames.filter(
  (name): name is MerchantSwitch => SWITCHES[name].setBy === 'merchant',
);

/** The name under which a switch is stored. */
export function storedName(name: SwitchName): SwitchName {
  return aliasOf(name) ?? name;
}

/** The switch that this is an alias of, if any. */
export function aliasOf(name: SwitchName): SwitchName | undefined {
  const one: Switch = SWITCHES[name];
  return one.aliasOf as SwitchName | undefined;
}
