import type { ComponentType } from 'react';
import type { Environment } from '../api/client.ts';

/** A page of a store. Its code is loaded when it is first opened. */
export interface PageRoute {
  /** Behind store and environment: `orders`, `orders/$id`. */
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
  /** Asks for what the page shows, beside the session and not after it. */
  readonly readAhead?: (environment: Environment, storeId: string) => void;
}
