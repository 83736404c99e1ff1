import { closeSync, fsyncSync, openSync } from 'node:fs';

/** What a folder lists is on the disk only once the folder itself is flushed; files can be, too. */
export function flushPath(path) {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
