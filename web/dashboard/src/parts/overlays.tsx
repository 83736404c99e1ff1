import { useSyncExternalStore } from 'react';
import type { OverlayHost } from './overlay-host.tsx';
import { ReloadNotice } from './reload-notice.tsx';

/*
 * The code for dialogs and messages is loaded on first use, because no page starts with one.
 */

interface State {
  readonly Host: typeof OverlayHost | null;
  /** The message that couldn't be shown, or '', since code couldn't be loaded. */
  readonly missed: string | null;
}

let state: State = { Host: null, missed: null };
let tellChanged = () => {};
let tellMounted = () => {};
const mounted = new Promise<void>((resolve) => {
  tellMounted = resolve;
});

function subscribe(listener: () => void): () => void {
  tellChanged = listener;
  return () => {
    tellChanged = () => {};
  };
}

function change(part: Partial<State>): void {
  state = { ...state, ...part };
  tellChanged();
}

/** Renders dialogs and messages once there are any. */
export function Overlays() {
  const { Host, missed } = useSyncExternalStore(subscribe, () => state);
  return (
    <>
      {missed === null ? null : <ReloadNotice message={missed} />}
      {Host ? <Host onReady={tellMounted} /> : null}
    </>
  );
}

/**
 * Waits for code. If it can't be loaded, as after an upgrade or without a connection, a notice asks
 * to reload the page, and says `message`.
 */
export async function loadCode<Code>(code: Promise<Code>, message = ''): Promise<Code> {
  try {
    const loaded = await code;
    change({ missed: null });
    return loaded;
  } catch (error) {
    change({ missed: message });
    throw error;
  }
}

async function want<Library>(library: Promise<Library>, message?: string): Promise<Library> {
  const both = Promise.all([library, import('./overlay-host.tsx')]);
  const [loaded, { OverlayHost }] = await loadCode(both, message);
  change({ Host: OverlayHost });
  await mounted;
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
  const library = await want(import('@mantine/notifications'), message).catch(() => null);
  const options = { message, color, ...(color === 'yellow' ? { autoClose: false } : {}) };
  library?.notifications.show(options);
}
