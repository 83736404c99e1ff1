import { z } from 'zod';
import type { ErrorRow } from '../../contract/errors.ts';
import { formatAmount, parseAmount } from '../../kit/money.ts';

/** Specification 2.7. */
export const TAX_CATEGORIES = [
  'digital_goods',
  'saas',
  'software',
  'ebook',
  'online_course',
  'consulting',
  'professional_service',
] as const;
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

/** More than ISO 4217 has: a limit on everything. */
export const MOST_CURRENCIES = 200;
const CURRENCY = /^[A-Z]{3}$/;

/** A price as a version keeps it. Minor units are whole and small enough to be exact numbers. */
export interface StoredPrice {
  readonly amountMinor: number;
  readonly taxCategory: TaxCategory;
  readonly taxIncluded: boolean;
  /** Of a subscription's trial; absent: the trial is free. */
  readonly trialAmountMinor?: number;
}
/** By currency code. */
export type StoredPrices = Readonly<Record<string, StoredPrice>>;

/** Specification 2.7, response; `trialAmount` when the price has one. */
export const priceView = z.object({
  amount: z.string(),
  taxCategory: z.enum(TAX_CATEGORIES),
  trialAmount: z.string().optional(),
});

/** The prices as answers show them: canonical decimal strings, `9.90` for 990 USD. */
export function viewPrices(prices: StoredPrices): Record<string, z.input<typeof priceView>> {
  const entries = Object.entries(prices).map(([currency, price]) => [
    currency,
    viewPrice(price, currency),
  ]);
  return Object.fromEntries(entries);
}

function viewPrice(price: StoredPrice, currency: string): z.input<typeof priceView> {
  const { amountMinor, trialAmountMinor, taxCategory } = price;
  const amount = formatAmount(BigInt(amountMinor), currency);
  if (trialAmountMinor === undefined) return { amount, taxCategory };
  return { amount, taxCategory, trialAmount: formatAmount(BigInt(trialAmountMinor), currency) };
}

export interface PriceRows {
  readonly noPrices: ErrorRow;
  readonly invalidCurrency: ErrorRow;
  readonly invalidAmount: ErrorRow;
  readonly invalidTaxCategory: ErrorRow;
  readonly tooManyCurrencies: ErrorRow;
  /** Given for subscription products, which alone read `trialAmount`. */
  readonly invalidTrialAmount?: ErrorRow;
}

/** Prices by currency (Specification 2.7); decimal strings in, minor units out. */
export function pricesInput(rows: PriceRows) {
  const trialAmount = z.string({ error: rows.invalidTrialAmount?.code }).nullish();
  const price = z.object(
    {
      amount: z.string({ error: rows.invalidAmount.code }),
      taxCategory: z.enum(TAX_CATEGORIES, { error: rows.invalidTaxCategory.code }),
      taxIncluded: z.boolean().nullish(),
      ...(rows.invalidTrialAmount ? { trialAmount } : {}),
    },
    { error: rows.invalidAmount.code },
  );
  const wrong = ({ code }: { code?: string }) =>
    code === 'invalid_key' ? rows.invalidCurrency.code : rows.noPrices.code;
  return z
    .record(z.string().regex(CURRENCY), price, { error: wrong })
    .transform((given, context): StoredPrices => {
      const refuse = (row: ErrorRow) => context.addIssue({ code: 'custom', message: row.code });
      const entries = Object.entries(given);
      if (entries.length === 0) refuse(rows.noPrices);
      if (entries.length > MOST_CURRENCIES) refuse(rows.tooManyCurrencies);
      return storePrices(entries, rows, refuse);
    });
}

interface GivenPrice {
  readonly amount: string;
  readonly taxCategory: TaxCategory;
  readonly taxIncluded?: boolean | null;
  /** Read for subscription products alone. */
  readonly trialAmount?: unknown;
}

function storePrices(
  entries: readonly [string, GivenPrice][],
  rows: PriceRows,
  refuse: (row: ErrorRow) => void,
): StoredPrices {
  const stored = entries.map(([currency, given]): [string, StoredPrice] => {
    const amountMinor = parseAmount(given.amount, currency) ?? 0n;
    if (amountMinor <= 0n) refuse(rows.invalidAmount);
    const price = {
      amountMinor: Number(amountMinor),
      taxCategory: given.taxCategory,
      taxIncluded: given.taxIncluded ?? false,
    };
    if (!rows.invalidTrialAmount || typeof given.trialAmount !== 'string') return [currency, price];
    const trialMinor = parseAmount(given.trialAmount, currency) ?? 0n;
    if (trialMinor <= 0n || trialMinor >= amountMinor) refuse(rows.invalidTrialAmount);
    return [currency, { ...price, trialAmountMinor: Number(trialMinor) }];
  });
  return Object.fromEntries(stored);
}
