import { type ReactNode, useDeferredValue } from 'react';

/** Content that is built in steps after what surrounds it is shown: a slow phone answers in between. */
export function Soon({ children }: { readonly children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null;
}
