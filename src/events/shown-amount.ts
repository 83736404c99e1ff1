import type { Fields } from './mail-text.ts';

/**
 * The amount that messages about an event show. `amount` of a plan change is the plan's price; they
 * show what was charged, or what will be charged if the change is scheduled.
 */
export function shownAmount(data: Fields): unknown {
  if (data.previousProductName) return data.chargedAmount;
  return data.targetAmount ?? data.amount;
}
