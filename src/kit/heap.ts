import v8 from 'node:v8';

/** Both choices: docs/decisions/0022-heap.md. */
const NOT_OLD_AT_ONCE = '--no-allocation-site-pretenuring';
/** The heap is collected once it has grown by this share since the last time; 0 leaves it to V8. */
const HALF = '--heap-growing-percent=50';
const AS_V8_LIKES = '--heap-growing-percent=0';

let sparing = 0;

/** Every object starts young. For this process and its threads; child processes don't inherit it. */
export function startObjectsYoung(): void {
  v8.setFlagsFromString(NOT_OLD_AT_ONCE);
}

/**
 * Until the returned function is called, the heap of this process is collected more often, for work
 * whose garbage would otherwise fill it.
 */
export function spareMemory(): () => void {
  sparing += 1;
  if (sparing === 1) v8.setFlagsFromString(HALF);
  return () => {
    sparing -= 1;
    if (sparing === 0) v8.setFlagsFromString(AS_V8_LIKES);
  };
}
