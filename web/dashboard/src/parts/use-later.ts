import { type ComponentType, useState } from 'react';
import { loadCode } from './overlays.tsx';

/** A component whose code is loaded on demand; null until it has loaded. */
export function useLater<Props>(
  load: () => Promise<ComponentType<Props>>,
): readonly [ComponentType<Props> | null, want: () => void] {
  const [component, setComponent] = useState<ComponentType<Props> | null>(null);
  const want = () => {
    // A failed load is retried the next time.
    loadCode(load()).then(
      (loaded) => setComponent(() => loaded),
      () => {},
    );
  };
  return [component, want];
}
