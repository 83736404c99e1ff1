/** What blocks the deletion of a store (docs/contract/stores.md#delete-store). */
export type BlockerReason =
  | 'active_products'
  | 'pending_orders'
  | 'active_subscriptions'
  | 'pending_tickets'
  | 'bound_emails'
  | 'bound_domains';

export type BlockerCounts = Readonly<Record<BlockerReason, number>>;

interface Blocker {
  readonly reason: BlockerReason;
  readonly message: (count: number) => string;
  /** Advice to automated callers: stop and escalate. */
  readonly aiHint: string;
}

/** The specification's table, row by row. */
export const BLOCKERS: readonly Blocker[] = [
  {
    reason: 'active_products',
    message: (count) => `Store has ${count} active product(s); archive or delete them first`,
    aiHint: stop('deactivate the products in test and production'),
  },
  {
    reason: 'pending_orders',
    message: (count) =>
      `Store has ${count} pending order(s); wait for completion or cancel them first`,
    aiHint: stop('wait for the orders or cancel them'),
  },
  {
    reason: 'active_subscriptions',
    message: (count) => `Store has ${count} active subscription(s); cancel them first`,
    aiHint: stop('cancel the subscriptions and wait for their end'),
  },
  {
    reason: 'pending_tickets',
    message: (count) => `Store has ${count} pending KYB ticket(s); resolve them first`,
    aiHint: stop('wait until the operator has decided the KYB tickets'),
  },
  {
    reason: 'bound_emails',
    message: (count) => `Store still has ${count} bound email(s); revoke email binding first`,
    aiHint: stop('revoke the email binding'),
  },
  {
    reason: 'bound_domains',
    message: (count) => `Store still has ${count} bound domain(s); revoke domain binding first`,
    aiHint: stop('revoke the domain binding'),
  },
];

function stop(task: string): string {
  return `Do not retry. Stop and ask the store's owner to ${task}.`;
}
