import { type ReactNode, useDeferredValue } from 'react';

/** Renders content after its surroundings, in interruptible steps, to keep phones responsive. */
export function Soon({ children }: { readonly children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null;
}
