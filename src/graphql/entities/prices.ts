import type { StoredPrice } from '../../domain/product/prices.ts';
import { formatAmount } from '../../kit/money.ts';
import { BYTES } from '../bytes.ts';
import type { EntriesField, ItemsField, ObjectType, Row } from '../description.ts';
import { entries, entry, items, part, plain } from '../fields.ts';

type Price = readonly [currency: string, price: StoredPrice];

const amountOf = (minor: number | undefined, currency: string) =>
  minor === undefined ? null : formatAmount(BigInt(minor), currency);

const priceInfo: ObjectType = {
  name: 'PriceInfo',
  description: 'A price in one currency.',
  fields: {
    amount: entry(
      'String',
      'Decimal string in the currency’s major unit, such as `9.90`.',
      ([currency, { amountMinor }]: Price) => amountOf(amountMinor, currency),
      { required: true },
    ),
    taxCategory: entry('String', 'Tax category.', ([, { taxCategory }]: Price) => taxCategory, {
      required: true,
    }),
    taxIncluded: entry(
      'Boolean',
      'Whether the amount includes tax.',
      ([, { taxIncluded }]: Price) => taxIncluded ?? false,
      { required: true },
    ),
    trialAmount: entry(
      'String',
      'Price of a trial, a decimal string; null if there is none or it is free.',
      ([currency, { trialAmountMinor }]: Price) => amountOf(trialAmountMinor, currency),
    ),
  },
};

const currencyPrice: ObjectType = {
  name: 'CurrencyPrice',
  description: 'A price and its currency.',
  fields: {
    currency: entry('String', 'ISO 4217 code.', ([currency]) => currency, { required: true }),
    priceInfo: part(priceInfo, 'The price.', { required: true }),
  },
};

/**
 * The prices in a JSON column, by currency. `jsonb` sorts keys of equal length by their bytes, so
 * codes are sorted; test/graphql would notice a different order.
 */
export function prices(column: (row: Row) => string): EntriesField {
  return entries(currencyPrice, 'Prices, one per currency, ordered by code.', column);
}

const mediaItem: ObjectType = {
  name: 'MediaItem',
  description: 'A picture or a video.',
  fields: {
    type: plain('`image` or `video`.', (item) => `${item}.value->>'type'`, { required: true }),
    url: plain('Address.', (item) => `${item}.value->>'url'`, { required: true, bytes: BYTES.url }),
    alt: plain('Alternative text.', (item) => `${item}.value->>'alt'`, {
      bytes: BYTES.alt,
    }),
    thumbnail: plain('URL of a small picture.', (item) => `${item}.value->>'thumbnail'`, {
      bytes: BYTES.url,
    }),
  },
};

/** The media in a JSON column, in order. */
export function media(column: (row: Row) => string): ItemsField {
  return items(
    mediaItem,
    'Pictures and videos in order.',
    (row, item) => `jsonb_array_elements(${column(row)}) with ordinality ${item}(value, place)`,
    (item) => `${item}.place`,
  );
}
