import type { Environment } from './client.ts';

interface Listener {
  /** Milliseconds since the shown data was read; changes since then are reported. Null if unknown. */
  readonly readMsAgo: () => number | null;
  readonly onChange: () => void;
  readonly onOpen: (isOpen: boolean) => void;
}

/** Milliseconds before reopening a stream that ended, and after a refusal. */
const PAUSE_MS = 1_000;
const REFUSED_MS = 60_000;

/**
 * Reports changes in the store until the signal aborts. The stream is reopened whenever it ends,
 * which happens every few minutes.
 */
export async function listenToStore(
  storeId: string,
  environment: Environment,
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const isRefused = await readStream(storeId, environment, listener, signal).catch(() => false);
    listener.onOpen(false);
    await pause(isRefused ? REFUSED_MS : PAUSE_MS, signal);
  }
}

/** Reads one stream to its end. Returns true if it was refused. */
async function readStream(
  storeId: string,
  environment: Environment,
  { readMsAgo, onChange, onOpen }: Listener,
  signal: AbortSignal,
): Promise<boolean> {
  const answer = await fetch('/v1/live', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-environment': environment },
    body: JSON.stringify({ storeId, readMsAgo: readMsAgo() }),
    signal,
  });
  if (!answer.ok || !answer.body) return true;
  onOpen(true);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    text += next.value;
    const end = text.lastIndexOf('\n\n');
    if (text.slice(0, end + 1).includes('event: change\n')) onChange();
    text = text.slice(end + 1);
  }
  return false;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
