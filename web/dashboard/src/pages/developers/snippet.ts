import type { Environment } from '../../api/client.ts';
/** A program to copy. */
export interface Snippet {
  /** Such as `Node.js`. */
  readonly language: string;
  /** How to run it, in a sentence. */
  readonly note: string;
  readonly code: string;
}

/** What fills the snippets: all of it the merchant's own. */
export interface SnippetFacts {
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly storeId: string;
  readonly productId: string;
  readonly currency: string;
}

/** What a receiver must know to trust a delivery. */
export interface VerifyFacts {
  readonly storeId: string;
  readonly mode: Environment;
  /** SPKI PEM of the mode. */
  readonly publicKey: string;
}
