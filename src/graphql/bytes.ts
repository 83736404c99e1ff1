/** Most bytes of texts that can be long (docs/contract/limits.md), four to a character. */
export const BYTES = {
  url: 2_048,
  alt: 2_000,
  address: 1_200,
  description: 40_000,
  metadata: 16_384,
  /** Of a refund, and a note on it. */
  reason: 8_000,
  /** The body of an event, with the metadata of what it is about. */
  payload: 40_000,
  /** What is kept of a receiver's answer. */
  response: 12_288,
  mail: 20_000,
} as const;

/** Bytes that every other value takes at most, about. */
export const USUAL_BYTES = 150;
/** Bytes around a value besides its key: quotation marks, colon, comma. */
export const AROUND_BYTES = 4;
/** Items of a list within a row, such as media, and entries of one, such as prices by currency. */
export const MAX_ITEMS = 20;
export const MAX_ENTRIES = 200;
/** Bytes of a value of an entry. */
export const ENTRY_BYTES = 30;
