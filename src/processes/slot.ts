import type { Logger } from 'pino';
import type { Child, ChildRole } from './fork-child.ts';

/** Milliseconds before an ended process is restarted, doubled each time it ends early. */
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 10_000;
/**
 * Milliseconds after which a process counts as healthy, so a later crash starts over with the first
 * delay.
 */
const SOUND_MS = 60_000;

/** A slot for one process, which is replaced when it ends. */
export interface Slot {
  /** Starts its process. Rejects if that ends before it is ready, and retries later. */
  start(): Promise<void>;
  /** Starts a new process, then stops the old one. Rejects if the new one doesn't become ready. */
  replace(): Promise<void>;
  /** Running processes: the current, a starting, and stopping ones. */
  living(): readonly Child[];
  /** The current process if it is ready. */
  current(): Child | null;
  /** Stops starting processes. */
  close(): void;
}

export interface SlotOptions {
  readonly role: ChildRole;
  readonly log: Logger;
  fork(role: ChildRole): Child;
  /** Called for each process that crashed. */
  onCrash(role: ChildRole): void;
  onEnd(child: Child): void;
}

export function createSlot({ role, log, fork, onCrash, onEnd }: SlotOptions): Slot {
  const living = new Set<Child>();
  let current: Child | null = null;
  let starting: Promise<Child> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let mishaps = 0;
  let isClosed = false;

  const begin = async (): Promise<Child> => {
    const child = fork(role);
    living.add(child);
    child.ended.then(() => {
      living.delete(child);
      onEnd(child);
    });
    await child.ready;
    const readyAt = performance.now();
    current = child;
    child.ended.then((how) => {
      if (current !== child) return;
      current = null;
      if (isClosed) return;
      onCrash(role);
      log.error({ role, pid: child.pid, ...how }, 'a process ended, another one takes its place');
      if (performance.now() - readyAt > SOUND_MS) mishaps = 0;
      startLater();
    });
    return child;
  };
  const beginOnce = (): Promise<Child> => {
    clearTimeout(timer);
    starting ??= begin().finally(() => {
      starting = null;
    });
    return starting;
  };
  const startLater = () => {
    if (isClosed || starting) return;
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** mishaps, MAX_DELAY_MS);
    mishaps += 1;
    timer = setTimeout(() => void beginOnce().catch(startLater), delayMs);
  };
  const start = async () => {
    try {
      await beginOnce();
    } catch (error) {
      if (current === null) startLater();
      throw error;
    }
  };
  return {
    start,
    replace: async () => {
      const former = current;
      await start();
      if (former !== current) former?.tell('retire');
    },
    living: () => [...living],
    current: () => current,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
