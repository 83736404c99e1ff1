import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';

/*
 * Dialogs and short messages come when the first of them is wanted: no page begins with one.
 */

const Host = lazy(() => import('./overlay-host.tsx').then((m) => ({ default: m.OverlayHost })));

let isWanted = false;
let tellWanted = () => {};
let tellMounted = () => {};
const mounted = new Promise<void>((resolve) => {
  tellMounted = resolve;
});

function subscribe(listener: () => void): () => void {
  tellWanted = listener;
  return () => {
    tellWanted = () => {};
  };
}

/** Where dialogs and messages appear, once there are any. */
export function Overlays() {
  const isShown = useSyncExternalStore(subscribe, () => isWanted);
  return isShown ? (
    <Suspense>
      <Host />
      <Mounted />
    </Suspense>
  ) : null;
}

/** Stands behind the host: its effect runs when the host listens. */
function Mounted() {
  useEffect(() => tellMounted(), []);
  return null;
}

async function want<Library>(library: Promise<Library>): Promise<Library> {
  isWanted = true;
  tellWanted();
  const [loaded] = await Promise.all([library, mounted]);
  return loaded;
}

/** Opens dialogs. */
export async function openDialogs() {
  return (await want(import('@mantine/modals'))).modals;
}

/** A short message in the corner about a success or failure. */
export async function notify(message: string, color: 'green' | 'red'): Promise<void> {
  const { notifications } = await want(import('@mantine/notifications'));
  notifications.show({ message, color });
}
