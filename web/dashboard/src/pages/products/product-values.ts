import { readAmount } from '../../parts/typed-amount.ts';
import type { Media, Price, Product } from './product.ts';

/** A product's form values: every field as text. */
export type ProductValues = {
  name: string;
  description: string;
  billingPeriod: string;
  prices: PriceValues[];
  media: MediaValues[];
  successUrl: string;
  trialDays: string;
  metadata: MetadataValues[];
};

export interface PriceValues {
  readonly currency: string;
  readonly amount: string;
  readonly taxCategory: string;
  readonly taxIncluded: boolean;
  readonly trialAmount: string;
}

export interface MediaValues {
  readonly type: string;
  readonly url: string;
  readonly alt: string;
  readonly thumbnail: string;
}

export interface MetadataValues {
  readonly key: string;
  readonly value: string;
  /** The original value if it isn't a string, kept unless the text is changed. */
  readonly original?: unknown;
}

export const NO_PRICE: PriceValues = {
  currency: 'USD',
  amount: '',
  taxCategory: 'digital_goods',
  taxIncluded: true,
  trialAmount: '',
};

export const NEW_PRODUCT: ProductValues = {
  name: '',
  description: '',
  billingPeriod: 'monthly',
  prices: [NO_PRICE],
  media: [],
  successUrl: '',
  trialDays: '',
  metadata: [],
};

/** The form's values of a product. */
export function toValues(product: Product): ProductValues {
  const all = JSON.parse(product.metadata) as Record<string, unknown>;
  const { trialDays, ...others } = all;
  // A one-time product has no trial: in its metadata, this is a key like any other.
  const hasTrial = product.kind === 'subscription' && trialDays !== undefined;
  return {
    name: product.name,
    description: product.description ?? '',
    billingPeriod: product.billingPeriod ?? 'monthly',
    prices: product.prices.map(toPriceValues),
    media: product.media.map(toMediaValues),
    successUrl: product.successUrl ?? '',
    trialDays: hasTrial ? String(trialDays) : '',
    metadata: Object.entries(hasTrial ? others : all).map(([key, value]) =>
      typeof value === 'string'
        ? { key, value }
        : { key, value: JSON.stringify(value), original: value },
    ),
  };
}

function toPriceValues({ currency, priceInfo }: Price): PriceValues {
  const { amount, taxCategory, taxIncluded, trialAmount } = priceInfo;
  return { currency, amount, taxCategory, taxIncluded, trialAmount: trialAmount ?? '' };
}

function toMediaValues({ type, url, alt, thumbnail }: Media): MediaValues {
  return { type, url, alt: alt ?? '', thumbnail: thumbnail ?? '' };
}

/** The part of the body shared by create-product and update-product. */
export function toContent(values: ProductValues) {
  const { prices, media, metadata, trialDays } = values;
  const hasTrial = trialDays.trim() !== '';
  return {
    name: values.name,
    description: values.description,
    successUrl: values.successUrl.trim(),
    prices: Object.fromEntries(
      prices.map(({ currency, amount, taxCategory, taxIncluded, trialAmount }) => [
        currency,
        {
          amount: readAmount(amount) ?? amount.trim(),
          taxCategory: taxCategory as 'digital_goods',
          taxIncluded,
          // Without a trial, the field isn't shown.
          ...(hasTrial && trialAmount.trim() !== ''
            ? { trialAmount: readAmount(trialAmount) ?? trialAmount.trim() }
            : {}),
        },
      ]),
    ),
    media: media.map(({ type, url, alt, thumbnail }) => ({
      type: type as 'image' | 'video',
      url: url.trim(),
      ...(alt.trim() === '' ? {} : { alt: alt.trim() }),
      ...(thumbnail.trim() === '' ? {} : { thumbnail: thumbnail.trim() }),
    })),
    metadata: {
      ...Object.fromEntries(metadata.map((entry) => [entry.key.trim(), metadataValue(entry)])),
      ...(hasTrial ? { trialDays: Number(trialDays) } : {}),
    },
  };
}

function metadataValue({ value, original }: MetadataValues): unknown {
  return original !== undefined && JSON.stringify(original) === value ? original : value;
}
