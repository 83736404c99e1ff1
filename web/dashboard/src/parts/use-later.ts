import { type ComponentType, useState } from 'react';

/** A component whose code comes when it is wanted; null until it is there. */
export function useLater<Props>(
  load: () => Promise<ComponentType<Props>>,
): readonly [ComponentType<Props> | null, want: () => void] {
  const [component, setComponent] = useState<ComponentType<Props> | null>(null);
  const want = () => {
    // What could not be fetched is fetched again when it is wanted again.
    load().then(
      (loaded) => setComponent(() => loaded),
      () => {},
    );
  };
  return [component, want];
}
