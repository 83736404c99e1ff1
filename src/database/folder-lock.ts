import { existsSync } from 'node:fs';
import lockfile from 'proper-lockfile';
import { endProcess } from './end-process.ts';

/** Milliseconds without an update after which a lock's owner is considered dead. */
const STALE_MS = 5_000;
const SIGN_OF_LIFE_MS = 1_000;
/** Attempts, one second apart: long enough to outlast the lock of a killed process. */
const RETRIES = 6;

/**
 * Locks the data folder for this process: two processes on one folder would silently lose data.
 * Returns a function that releases the lock. Throws if a running process holds it.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const options: lockfile.LockOptions = {
    lockfilePath: `${folder}/tillgate.lock`,
    stale: STALE_MS,
    update: SIGN_OF_LIFE_MS,
    onCompromised: endUnlocked,
  };
  try {
    return await lockfile.lock(folder, options);
  } catch {
    return await lockfile.lock(folder, { ...options, retries: retryEverySecond }).catch(() => {
      throw new Error(
        `Another Tillgate process is using ${folder}. Stop it, or give this one its own DATA_DIR.`,
      );
    });
  }
}

/** Whether a running process holds the data folder's lock. */
export async function isFolderLocked(folder: string): Promise<boolean> {
  const options = { lockfilePath: `${folder}/tillgate.lock`, stale: STALE_MS };
  return existsSync(folder) && (await lockfile.check(folder, options));
}

const retryEverySecond = { retries: RETRIES, factor: 1, minTimeout: 1_000, maxTimeout: 1_000 };

function endUnlocked({ message }: Error): void {
  endProcess(`The lock of the data folder was lost (${message})`);
}
