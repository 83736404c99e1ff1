import type { Fields } from './mail-text.ts';

/**
 * The amount that messages about an event show. `amount` of a plan change is a plan's price; they
 * show what was charged, what will be charged if the change is scheduled, and none if it failed.
 */
export function shownAmount(data: Fields): unknown {
  if (data.previousProductName) return data.chargedAmount;
  if (data.targetProductName) return data.targetAmount;
  return data.amount;
}
