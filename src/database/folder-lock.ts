import { existsSync } from 'node:fs';
import lockfile from 'proper-lockfile';

/** Milliseconds without a sign of life after which a lock's owner counts as dead. */
const STALE_MS = 5_000;
const SIGN_OF_LIFE_MS = 1_000;
/** Tries, one second apart: long enough to outwait a lock left by a process that was killed. */
const RETRIES = 6;

/**
 * Takes the data folder for this process alone: two on one folder lose data without a word.
 * Gives the way to let go. Throws when a living process holds it.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const options: lockfile.LockOptions = {
    lockfilePath: `${folder}/tillgate.lock`,
    stale: STALE_MS,
    update: SIGN_OF_LIFE_MS,
    onCompromised: endProcess,
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

/** Whether a living process holds the data folder. */
export async function isFolderLocked(folder: string): Promise<boolean> {
  const options = { lockfilePath: `${folder}/tillgate.lock`, stale: STALE_MS };
  return existsSync(folder) && (await lockfile.check(folder, options));
}

const retryEverySecond = { retries: RETRIES, factor: 1, minTimeout: 1_000, maxTimeout: 1_000 };

function endProcess(error: Error): void {
  process.stderr.write(`The lock of the data folder was lost (${error.message}); stopping.\n`);
  process.exit(1);
}
