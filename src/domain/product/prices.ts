import { z } from 'zod';
import type { ErrorRow } from '../../contract/errors.ts';
import { acrossFields } from '../../contract/input.ts';
import { isCurrency } from '../../kit/currencies.ts';
import { formatAmount, parseAmount } from '../../kit/money.ts';

/** As in docs/contract/resources.md#prices. */
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

/** A price as a version stores it. Minor units are integers small enough to be exact numbers. */
export interface StoredPrice {
  readonly amountMinor: number;
  readonly taxCategory: TaxCategory;
  readonly taxIncluded: boolean;
  /** The amount of a subscription's trial; absent if the trial is free. */
  readonly trialAmountMinor?: number;
}
/** By currency code. */
export type StoredPrices = Readonly<Record<string, StoredPrice>>;

/** As responses show it (docs/contract/resources.md#prices); `trialAmount` if the price has one. */
export const priceView = z.object({
  amount: z.string(),
  taxCategory: z.enum(TAX_CATEGORIES),
  trialAmount: z.string().optional(),
});

/** The prices as responses show them: canonical decimal strings, `9.90` for 990 USD. */
export function viewPrices(prices: StoredPrices): Record<string, z.input<typeof priceView>> {
  const entries = Object.entries(prices).map(([currency, price]) => [
    currency,
    viewPrice(price, currency),
  ]);
  return Object.fromEntries(entries);
}

/**
 * The same with `taxIncluded`, as a request has them: an update that omits it sets it to false.
 */
export function viewRequestPrices(prices: StoredPrices): Record<string, object> {
  const entries = Object.entries(prices).map(([currency, price]) => [
    currency,
    { ...viewPrice(price, currency), taxIncluded: price.taxIncluded },
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
  /** Given only for subscription products, the only ones that read `trialAmount`. */
  readonly invalidTrialAmount?: ErrorRow;
}

/** Prices by currency (docs/contract/resources.md#prices); decimal strings in, minor units out. */
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
  return z
    .record(z.string(), price, { error: rows.noPrices.code })
    .check(
      acrossFields(({ given, refuse }) => {
        const entries = Object.entries(given);
        if (entries.length === 0) refuse(rows.noPrices);
        for (const [currency, priceOf] of entries) judgePrice(currency, priceOf, rows, refuse);
      }),
    )
    .transform(storePrices);
}

/** Checks what the shape of a price can't express; the price itself may be malformed. */
function judgePrice(
  currency: string,
  price: unknown,
  rows: PriceRows,
  refuse: (row: ErrorRow) => void,
): void {
  if (!isCurrency(currency)) refuse(rows.invalidCurrency);
  if (typeof price !== 'object' || price === null) return;
  const { amount, trialAmount } = price as { amount?: unknown; trialAmount?: unknown };
  const minorOf = (text: string) => parseAmount(text, currency) ?? 0n;
  const amountMinor = typeof amount === 'string' ? minorOf(amount) : 0n;
  if (typeof amount === 'string' && amountMinor <= 0n) refuse(rows.invalidAmount);
  if (!rows.invalidTrialAmount || typeof trialAmount !== 'string') return;
  const trialMinor = minorOf(trialAmount);
  const isBelow = amountMinor <= 0n || trialMinor < amountMinor;
  if (trialMinor <= 0n || !isBelow) refuse(rows.invalidTrialAmount);
}

interface GivenPrice {
  readonly amount: string;
  readonly taxCategory: TaxCategory;
  readonly taxIncluded?: boolean | null;
  /** Read only for subscription products. */
  readonly trialAmount?: unknown;
}

function storePrices(prices: Readonly<Record<string, GivenPrice>>): StoredPrices {
  const stored = Object.entries(prices).map(([currency, given]): [string, StoredPrice] => {
    const price = {
      amountMinor: Number(parseAmount(given.amount, currency)),
      taxCategory: given.taxCategory,
      taxIncluded: given.taxIncluded ?? false,
    };
    if (typeof given.trialAmount !== 'string') return [currency, price];
    const trialAmountMinor = Number(parseAmount(given.trialAmount, currency));
    return [currency, { ...price, trialAmountMinor }];
  });
  return Object.fromEntries(stored);
}
