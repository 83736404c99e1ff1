import type { ComponentType } from 'react';
import type { Environment } from '../api/client.ts';

/** A page of a store. Its code is loaded when it is first opened. */
export interface PageRoute {
  /** Path after store and environment: `orders`, `orders/$id`. */
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
  /** Prefetches the page's data, in parallel with the session. */
  readonly readAhead?: (environment: Environment, storeId: string) => void;
}
