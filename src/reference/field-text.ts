/** JSON Schema keywords that limit a value; each applies only to values of its type. */
export interface Limits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
}

/** A field's description, example and limits. */
export type FieldText = readonly [sentence: string, example: unknown, limits?: Limits];

/**
 * Texts by the end of a field's path, without `[]` and `*`: of `prices.*.amount` the longest of
 * `prices.amount` and `amount` that there is. A resource or a whole action before a colon narrows it.
 */
export type FieldTexts = Readonly<Record<string, FieldText>>;

/** A Short ID (docs/contract/resources.md#identifiers). */
export const shortId = (prefix: string): Limits => ({ pattern: `^${prefix}_[0-9A-Za-z]{22}$` });
export const UUID: Limits = { format: 'uuid' };
/** ISO 8601 in UTC with milliseconds (docs/contract/resources.md#times). */
export const TIME: Limits = { format: 'date-time' };
export const DATE: Limits = { format: 'date' };
/** Digits with at most one point (docs/contract/resources.md#amounts). */
export const AMOUNT: Limits = { pattern: '^[0-9]+(\\.[0-9]+)?$' };
export const CURRENCY: Limits = { pattern: '^[A-Z]{3}$' };
/** A country of ISO 3166-1. */
export const COUNTRY: Limits = { pattern: '^[A-Z]{2}$' };
/** An http(s) URL with a maximum length. */
export const url = (maxLength: number): Limits => ({ format: 'uri', maxLength });
export const text = (maxLength: number): Limits => ({ maxLength });

/** Values shared by examples, so that they are consistent. */
export const SAMPLE = {
  store: 'STO_02DRjFSmoIJnxDnmMXoSsD',
  product: 'PROD_02DRjGWmVuE6gXv1kTlaHc',
  otherProduct: 'PROD_02DRjHaLq2mQv7ZrB9wEkT',
  order: 'ORD_02DRjJ4pZb1yS8nXc6VtKf',
  payment: 'PAY_02DRjKxG3hR0dWq5LmEaUz',
  refund: 'REF_02DRjLsT7vN9oPf2BcYiMj',
  ticket: 'TKT_02DRjMbQ5kX4zHg8DwAeRn',
  merchant: 'MER_02DRjNvC6uL1tJp3FxSoWy',
  version: 'PVER_02DRjPzE8iK2rMs4GaQhTb',
  session: 'cs_5f0c7f4e-9d5a-4c1e-8b5b-0a1f6a1f6f11',
  uuid: '019c1234-5678-7abc-8def-0123456789ab',
  time: '2026-01-31T08:30:00.000Z',
  later: '2026-02-28T08:30:00.000Z',
  email: 'ada@example.com',
  page: 'https://shop.example.com/thanks',
} as const;
