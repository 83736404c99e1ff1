import v8 from 'node:v8';

// Why these values: docs/decisions/0022-heap.md. They are for this process and its threads; child
// processes don't inherit them.

const ALL_START_YOUNG = '--no-allocation-site-pretenuring';
/** Percent by which the heap may grow after a collection of everything before the next one. */
const GROWTH = 100;
/** The same while memory is spared. */
const SPARING_GROWTH = 50;

let sparing = 0;

/** Call once, at the start of a process. */
export function setUpHeap(): void {
  v8.setFlagsFromString(ALL_START_YOUNG);
  letGrow(GROWTH);
}

/**
 * Until the returned function is called, the heap is collected more often: for work whose garbage
 * would otherwise fill it.
 */
export function spareMemory(): () => void {
  sparing += 1;
  if (sparing === 1) letGrow(SPARING_GROWTH);
  return () => {
    sparing -= 1;
    if (sparing === 0) letGrow(GROWTH);
  };
}

function letGrow(percent: number): void {
  v8.setFlagsFromString(`--heap-growing-percent=${percent}`);
}
