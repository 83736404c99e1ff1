/** Never resolves; rejects when the run is stopped. */
export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = () => reject(new Error('The run was stopped'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  });
}
