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
      'What a trial costs, a decimal string; null: there is none, or it is free.',
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
 * The prices that a JSON column holds, by currency. `jsonb` keeps keys of one length in the order of
 * their bytes, so codes come sorted; the oracle of test/graphql would notice another order.
 */
export function prices(column: (row: Row) => string): EntriesField {
  return entries(currencyPrice, 'Prices, one for each currency, by its code.', column);
}

const mediaItem: ObjectType = {
  name: 'MediaItem',
  description: 'A picture or a video.',
  fields: {
    type: plain('`image` or `video`.', (item) => `${item}.value->>'type'`, { required: true }),
    url: plain('Address.', (item) => `${item}.value->>'url'`, { required: true, bytes: BYTES.url }),
    alt: plain('What it shows, for those who cannot see it.', (item) => `${item}.value->>'alt'`, {
      bytes: BYTES.alt,
    }),
    thumbnail: plain('Address of a small picture.', (item) => `${item}.value->>'thumbnail'`, {
      bytes: BYTES.url,
    }),
  },
};

/** The media that a JSON column holds, in their order. */
export function media(column: (row: Row) => string): ItemsField {
  return items(
    mediaItem,
    'Pictures and videos in their order.',
    (row, item) => `jsonb_array_elements(${column(row)}) with ordinality ${item}(value, place)`,
    (item) => `${item}.place`,
  );
}
