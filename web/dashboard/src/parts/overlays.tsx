import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';

/*
 * The code for dialogs and messages is loaded on first use, because no page starts with one.
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

/** Renders dialogs and messages once there are any. */
export function Overlays() {
  const isShown = useSyncExternalStore(subscribe, () => isWanted);
  return isShown ? (
    <Suspense>
      <Host />
      <Mounted />
    </Suspense>
  ) : null;
}

/** Rendered after the host, so that its effect runs when the host is ready. */
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

/**
 * Shows a short message in the corner: a success, a failure, or a warning, which stays until it's
 * closed.
 */
export async function notify(message: string, color: 'green' | 'red' | 'yellow'): Promise<void> {
  const { notifications } = await want(import('@mantine/notifications'));
  notifications.show({ message, color, ...(color === 'yellow' ? { autoClose: false } : {}) });
}
