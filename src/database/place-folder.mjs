// Puts a new data folder in place, completely or not at all. A separate process, because unpacking
// takes a hundred megabytes that a process never releases.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { flushPath } from './flush-folder.mjs';

/** Bytes of the length that precedes the index. */
const SIZE_BYTES = 4;

const { unfinished, folder, isDurable, packed } = JSON.parse(process.argv[2]);
if (packed) unpack(packed);
if (isDurable) {
  for (const name of readdirSync(unfinished, { recursive: true }))
    flushPath(join(unfinished, name));
  flushPath(unfinished);
}
renameSync(unfinished, folder);
if (isDurable) flushPath(dirname(folder));

function unpack(path) {
  const data = brotliDecompressSync(readFileSync(path));
  const start = SIZE_BYTES + data.readUInt32BE();
  const index = JSON.parse(data.toString('utf8', SIZE_BYTES, start));
  mkdirSync(unfinished, { mode: 0o700 });
  for (const [name, size] of index) {
    if (size === null) mkdirSync(join(unfinished, name), { recursive: true, mode: 0o700 });
  }
  let at = start;
  for (const [name, size] of index) {
    if (size === null) continue;
    writeFileSync(join(unfinished, name), data.subarray(at, at + size), { mode: 0o600 });
    at += size;
  }
}
