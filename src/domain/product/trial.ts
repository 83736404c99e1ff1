import type { z } from 'zod';
import type { ErrorRowSpec, ErrorTable } from '../../contract/errors.ts';
import type { ProductContent } from './product.ts';

/** Decisions 4: days. */
const LONGEST_TRIAL_DAYS = 365;

/** Rows about trials, in the tables of subscription products alone (decisions 13). */
export const trialRows = {
  invalidTrialDays: [
    400,
    `Invalid metadata.trialDays, must be an integer from 1 to ${LONGEST_TRIAL_DAYS}`,
  ],
  invalidTrialAmount: [400, 'Invalid trialAmount'],
} as const satisfies Record<string, ErrorRowSpec>;

export type TrialErrors = ErrorTable<keyof typeof trialRows>;

/** Whether the value turns on a trial of that many days. */
export function isTrialDays(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= LONGEST_TRIAL_DAYS;
}

/** Days of a subscription product's trial, or null when it has none. */
export function trialDaysOf({ metadata }: Pick<ProductContent, 'metadata'>): number | null {
  return isTrialDays(metadata.trialDays) ? metadata.trialDays : null;
}

/** Whether a price names a trial amount though no trial is turned on. */
export function pricesTrialInVain(content: Pick<ProductContent, 'prices' | 'metadata'>): boolean {
  const prices = Object.values(content.prices);
  return prices.some((price) => price.trialAmountMinor !== undefined) && !trialDaysOf(content);
}

type GivenContent = {
  readonly [Field in 'prices' | 'metadata']?: ProductContent[Field] | undefined;
};

/** A check of a body: its prices may name a trial amount only if its metadata turns on a trial. */
export function refuseTrialInVain(rows: TrialErrors) {
  return ({ value, issues }: z.core.ParsePayload<GivenContent>) => {
    const { prices = {}, metadata = {} } = value;
    if (!pricesTrialInVain({ prices, metadata })) return;
    issues.push({ code: 'custom', message: rows.invalidTrialAmount.code, input: prices });
  };
}
