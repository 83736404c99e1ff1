import type { ComponentType } from 'react';

/** A page of a store. Its code is loaded when it is first opened. */
export interface PageRoute {
  /** Behind store and environment: `orders`, `orders/$id`. */
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
}
