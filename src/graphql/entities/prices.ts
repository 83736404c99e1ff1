import type { ItemsField, ObjectType, Row } from '../description.ts';
import { amount, flag, items, part, plain } from '../fields.ts';

const minor = (name: string) => (item: Row) => `(${item}.value->>'${name}')::bigint`;
const currency = (item: Row) => `${item}.key`;

const priceInfo: ObjectType = {
  name: 'PriceInfo',
  description: 'A price in one currency.',
  fields: {
    amount: amount(
      'Decimal string in the currency’s major unit, such as `9.90`.',
      minor('amountMinor'),
      currency,
      { required: true },
    ),
    taxCategory: plain('Tax category.', (item) => `${item}.value->>'taxCategory'`, {
      required: true,
    }),
    taxIncluded: flag(
      'Whether the amount includes tax.',
      (item) => `coalesce((${item}.value->>'taxIncluded')::boolean, false)`,
      { required: true },
    ),
    trialAmount: amount(
      'What a trial costs, a decimal string; null: there is none, or it is free.',
      minor('trialAmountMinor'),
      currency,
    ),
  },
};

const currencyPrice: ObjectType = {
  name: 'CurrencyPrice',
  description: 'A price and its currency.',
  fields: {
    currency: plain('ISO 4217 code.', currency, { required: true }),
    priceInfo: part(priceInfo, 'The price.', { required: true }),
  },
};

/**
 * The prices that a JSON column holds, by currency. `jsonb` keeps keys of one length in the order of
 * their bytes, so codes come sorted; the oracle of test/graphql would notice another order.
 */
export function prices(column: (row: Row) => string): ItemsField {
  return items(
    currencyPrice,
    'Prices, one for each currency, by its code.',
    (row, item) => `jsonb_each(${column(row)}) ${item}`,
  );
}

const mediaItem: ObjectType = {
  name: 'MediaItem',
  description: 'A picture or a video.',
  fields: {
    type: plain('`image` or `video`.', (item) => `${item}.value->>'type'`, { required: true }),
    url: plain('Address.', (item) => `${item}.value->>'url'`, { required: true }),
    alt: plain('What it shows, for those who cannot see it.', (item) => `${item}.value->>'alt'`),
    thumbnail: plain('Address of a small picture.', (item) => `${item}.value->>'thumbnail'`),
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
