import type { Options } from 'minisearch';

/** A searchable section of a page. */
export interface SearchEntry {
  /** Its URL. */
  readonly id: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  readonly excerpt: string;
}

/** Used both to build and to read the index. */
export const SEARCH_OPTIONS: Options<SearchEntry> = {
  fields: ['title', 'heading', 'text'],
  storeFields: ['title', 'heading', 'excerpt'],
  // `store/create-store` can be found by each word, `orderMerchantExternalId` as one word.
  tokenize: (text) => text.split(/[\s\p{P}\p{S}]+/u).filter((word) => word !== ''),
};
