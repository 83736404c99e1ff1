import { copyFile, open, rename, rm } from 'node:fs/promises';

/**
 * Moves a file, also to another disk. The target gets its name once it is complete. The source is
 * removed even if that fails.
 */
export async function takeFile(source: string, target: string): Promise<void> {
  const unfinished = `${target}.unfinished`;
  try {
    await copyFile(source, unfinished);
    await flush(unfinished);
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await rm(source, { force: true });
  }
}

/** Makes the content survive a power failure. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
