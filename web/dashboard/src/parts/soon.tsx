import { type ReactNode, useDeferredValue } from 'react';

/**
 * Content rendered after its surroundings, in interruptible steps, for responsiveness on slow
 * phones.
 */
export function Soon({ children }: { readonly children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null;
}
