import { closeSync, openSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { isatty } from 'node:tty';

/**
 * Milliseconds within which repeated signals count once: npm forwards signals that the terminal
 * also sends.
 */
const SAME_SIGNAL_MS = 1_000;

export interface StopOnSignals {
  /** Milliseconds of the pause on SIGTERM and SIGHUP; SIGINT has no pause. */
  readonly drainMs: number;
  /** Whether SIGHUP stops, as when the terminal is closed. */
  readonly stopsOnHangup: boolean;
  stop(drainMs: number): Promise<void>;
  onError(error: unknown): void;
  /** Kills whatever would outlive this process. */
  abandon?(): void;
}

/** Shuts down gracefully on the first signal, and immediately on a later one. */
export function stopOnSignals(options: StopOnSignals): void {
  const { drainMs, stopsOnHangup, stop, onError, abandon } = options;
  let first: { readonly signal: NodeJS.Signals; readonly atMs: number } | null = null;
  const onSignal = (signal: NodeJS.Signals, pauseMs: number) => {
    if (first !== null) {
      // Nobody is in a hurry who closes a terminal, and the end of a session also sends SIGTERM.
      if (signal === 'SIGHUP') return;
      const isSame = first.signal === signal || first.signal === 'SIGHUP';
      if (isSame && performance.now() - first.atMs < SAME_SIGNAL_MS) return;
      abandon?.();
      process.stderr.write(`${signal} again: ended without waiting\n`);
      process.exit(1);
    }
    first = { signal, atMs: performance.now() };
    process.stdout.write(`${signal}: finishing work in progress; a second one ends it now\n`);
    stop(pauseMs).then(
      () => {
        // Listeners run in order: log lines that are still buffered are written before.
        process.once('exit', () => process.stdout.write('stopped\n'));
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
  if (!stopsOnHangup) return;
  const isKept = isStartedByNohup();
  // Asked now: one that was closed no longer counts as a terminal.
  const terminals = [0, 1, 2].filter((handle) => isatty(handle));
  process.on('SIGHUP', (signal) => {
    if (isKept) return;
    leave(terminals);
    onSignal(signal, drainMs);
  });
}

/**
 * Replaces inputs and outputs that are a terminal: at its end, Node.js resets the terminal's mode,
 * and aborts if the terminal was closed. What is still written goes there through another handle.
 */
function leave(terminals: readonly number[]): void {
  for (const handle of terminals) {
    closeSync(handle);
    // Takes the lowest number that is free, which is the one just closed.
    openSync(devNull, 'r+');
  }
}

/**
 * Whether `nohup` keeps this process from ending with its terminal. Node.js resets the ignored
 * signal at its start, but `nohup` also replaces the terminal as input by a file opened only for
 * writing, which nothing else does.
 */
function isStartedByNohup(): boolean {
  try {
    return /^flags:\s+\d*1$/m.test(readFileSync('/proc/self/fdinfo/0', 'utf8'));
  } catch {
    // No such file outside Linux.
    return false;
  }
}
