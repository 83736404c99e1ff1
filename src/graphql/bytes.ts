/** Maximum bytes of long texts (docs/contract/limits.md), four per character. */
export const BYTES = {
  url: 2_048,
  alt: 2_000,
  address: 1_200,
  description: 40_000,
  metadata: 16_384,
  /** A refund's reason, and a note on it. */
  reason: 8_000,
  /** The body of an event, with its metadata. */
  payload: 40_000,
  /** The stored part of a receiver's response. */
  response: 12_288,
  mail: 20_000,
} as const;

/** Approximate maximum bytes of any other value. */
export const USUAL_BYTES = 150;
/** Bytes around a value in addition to its key: quotation marks, colon, comma. */
export const AROUND_BYTES = 4;
/** Items of a list in a row, such as media, or entries, such as prices by currency. */
export const MAX_ITEMS = 20;
export const MAX_ENTRIES = 200;
/** Bytes of an entry's value. */
export const ENTRY_BYTES = 30;
