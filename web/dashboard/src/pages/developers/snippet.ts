import type { Environment } from '../../api/client.ts';
/** A program to copy. */
export interface Snippet {
  /** Such as `Node.js`. */
  readonly language: string;
  /** How to run it, in a sentence. */
  readonly note: string;
  readonly code: string;
}

/** The merchant's own values for the snippets. */
export interface SnippetFacts {
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly storeId: string;
  readonly productId: string;
  readonly currency: string;
}

/** The values a receiver needs to verify a delivery. */
export interface VerifyFacts {
  readonly storeId: string;
  readonly mode: Environment;
  /** The mode's public key as SPKI PEM. */
  readonly publicKey: string;
}
