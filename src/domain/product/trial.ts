import type { ErrorRowSpec, ErrorTable } from '../../contract/errors.ts';
import { acrossFields } from '../../contract/input.ts';
import type { ProductContent } from './product.ts';

/** Days (docs/contract/subscriptions.md#trials). */
const MAX_TRIAL_DAYS = 365;

/** Error rows about trials, only in the tables of subscription products. */
export const trialRows = {
  invalidTrialDays: [
    400,
    `Invalid metadata.trialDays, must be an integer from 1 to ${MAX_TRIAL_DAYS}`,
  ],
  invalidTrialAmount: [400, 'Invalid trialAmount'],
} as const satisfies Record<string, ErrorRowSpec>;

export type TrialErrors = ErrorTable<keyof typeof trialRows>;

/** Whether the value turns on a trial of that many days. */
export function isTrialDays(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_TRIAL_DAYS;
}

/** Days of a subscription product's trial, or null if it has none. */
export function trialDaysOf({ metadata }: Pick<ProductContent, 'metadata'>): number | null {
  return isTrialDays(metadata.trialDays) ? metadata.trialDays : null;
}

/** Whether a price has a trial amount although no trial is turned on. */
export function pricesTrialInVain(content: Pick<ProductContent, 'prices' | 'metadata'>): boolean {
  const prices = Object.values(content.prices);
  return prices.some((price) => price.trialAmountMinor !== undefined) && !trialDaysOf(content);
}

/**
 * Checks a request body: prices may have a trial amount only if the metadata turns on a trial. With
 * `whenSent`, the check applies only if the body has metadata.
 */
export function refuseTrialInVain(rows: TrialErrors, { whenSent = false } = {}) {
  return acrossFields(({ given: { prices, metadata }, refuse }) => {
    if (whenSent && metadata === undefined) return;
    const named = Object.values(isObject(prices) ? prices : {}).some(namesTrialAmount);
    const turnedOn = isObject(metadata) && isTrialDays(metadata.trialDays);
    if (named && !turnedOn) refuse(rows.invalidTrialAmount);
  });
}

/** Accepts a price as it was sent or as it is stored. */
function namesTrialAmount(price: unknown): boolean {
  if (!isObject(price)) return false;
  return typeof price.trialAmount === 'string' || price.trialAmountMinor !== undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
