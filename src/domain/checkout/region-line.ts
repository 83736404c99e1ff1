import type { BillingDetail } from './billing-detail.ts';

/** Countries that write the postal code after the state. */
const STATE_FIRST: ReadonlySet<string> = new Set(['US', 'CA']);

/** State and postal code in their country's order: `California 94105`, `10115 Berlin`. */
export function regionLine({ country, state, postcode }: Partial<BillingDetail>): string {
  const parts = country && STATE_FIRST.has(country) ? [state, postcode] : [postcode, state];
  return parts.filter(Boolean).join(' ');
}
