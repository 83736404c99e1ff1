import type { Id } from '../../kit/id.ts';

/** When a plan change takes effect (docs/contract/subscriptions.md#plan-change). */
export const CHANGE_TIMINGS = ['immediate', 'next_period'] as const;
export type ChangeTiming = (typeof CHANGE_TIMINGS)[number];

/** The details of a plan change stored in its session. */
export interface SessionChange {
  readonly originOrderId: Id<'ORD'>;
  readonly timing: ChangeTiming;
  readonly amountMinor: bigint | null;
  readonly creditMinor: bigint | null;
}
