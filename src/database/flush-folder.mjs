import { closeSync, fsyncSync, openSync } from 'node:fs';

/** A folder's entries are durable only once the folder itself is flushed. Works for files, too. */
export function flushPath(path) {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
