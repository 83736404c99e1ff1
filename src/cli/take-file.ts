import { copyFile, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Moves a file, also to another disk. The target gets its name once it is complete. The source is
 * removed once that survives a power failure, or if moving fails.
 */
export async function takeFile(source: string, target: string): Promise<void> {
  const unfinished = `${target}.unfinished`;
  try {
    await copyFile(source, unfinished);
    await flush(unfinished);
    await rename(unfinished, target);
    await flush(dirname(target)).catch(allowUnflushable);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await rm(source, { force: true });
  }
}

/** Some file systems can't flush a folder, and some folders may only be written to. */
function allowUnflushable(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EINVAL' && error.code !== 'EACCES') throw error;
}

/** Makes a file's content, or a folder's entries, survive a power failure. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
