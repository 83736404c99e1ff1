import { statfs } from 'node:fs/promises';
import { UnavailableError } from './faults.ts';

/** More than is written between two checks, and enough for a new log segment (16 MB). */
const MIN_FREE_BYTES = 64 * 1024 * 1024;
const LOOK_MS = 500;

export interface WatchedDisk {
  /** The error for calls while too little space is free. */
  fault(): UnavailableError | null;
  stop(): void;
}

/**
 * On a full disk, the engine hangs once its log needs another file. So calls are refused while
 * little space is free.
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
