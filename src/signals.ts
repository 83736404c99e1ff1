/**
 * Milliseconds within which repeated signals count once: npm forwards signals that the terminal
 * also sends.
 */
const SAME_SIGNAL_MS = 1_000;

export interface StopOnSignals {
  /** Milliseconds of the pause on SIGTERM; SIGINT has no pause. */
  readonly drainMs: number;
  stop(drainMs: number): Promise<void>;
  onError(error: unknown): void;
  /** Kills whatever would outlive this process. */
  abandon?(): void;
}

/** Shuts down gracefully on the first signal, and immediately on a later one. */
export function stopOnSignals({ drainMs, stop, onError, abandon }: StopOnSignals): void {
  let first: { readonly signal: NodeJS.Signals; readonly atMs: number } | null = null;
  const onSignal = (signal: NodeJS.Signals, pauseMs: number) => {
    if (first !== null) {
      const isSame = first.signal === signal && performance.now() - first.atMs < SAME_SIGNAL_MS;
      if (isSame) return;
      abandon?.();
      process.stderr.write(`${signal} again: ended without waiting\n`);
      process.exit(1);
    }
    first = { signal, atMs: performance.now() };
    process.stdout.write(`${signal}: finishing work in progress; a second one ends it now\n`);
    stop(pauseMs).then(
      () => {
        process.stdout.write('stopped\n');
        process.exit(0);
      },
      (error: unknown) => {
        onError(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', (signal) => onSignal(signal, drainMs));
  process.on('SIGINT', (signal) => onSignal(signal, 0));
}
