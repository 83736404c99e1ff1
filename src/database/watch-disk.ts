import { statfs } from 'node:fs/promises';
import { UnavailableError } from './faults.ts';

/** More than is written between two looks, and a new segment of the engine's log (16 MB). */
const MIN_FREE_BYTES = 64 * 1024 * 1024;
const LOOK_MS = 500;

export interface WatchedDisk {
  /** What calls are refused with while too little is free. */
  fault(): UnavailableError | null;
  stop(): void;
}

/**
 * The engine survives a full disk only until its log needs another file: from then on it hangs. So
 * nothing is asked of it while little is free.
 */
export function watchDisk(folder: string): WatchedDisk {
  let isFull = false;
  const timer = setInterval(async () => {
    const found = await statfs(folder).catch(() => null);
    if (found) isFull = found.bavail * found.bsize < MIN_FREE_BYTES;
  }, LOOK_MS).unref();
  return {
    fault: () =>
      isFull ? new UnavailableError(`The disk of ${folder} is full`, 'out of disk space') : null,
    stop: () => clearInterval(timer),
  };
}
