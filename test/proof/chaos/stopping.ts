/** Aborted by the first SIGINT or SIGTERM. */
export function stoppedBySignals(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
  return stopping.signal;
}

/** Never resolves; rejects when the run is stopped. */
export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = () => reject(new Error('The run was stopped'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  });
}
