import type { Options } from 'minisearch';

/** A section of a page that can be found. */
export interface SearchEntry {
  /** Its address. */
  readonly id: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  readonly excerpt: string;
}

/** The same where the index is made and where it is read. */
export const SEARCH_OPTIONS: Options<SearchEntry> = {
  fields: ['title', 'heading', 'text'],
  storeFields: ['title', 'heading', 'excerpt'],
  // `store/create-store` is found by each of its words, and `orderMerchantExternalId` as one.
  tokenize: (text) => text.split(/[\s\p{P}\p{S}]+/u).filter((word) => word !== ''),
};
