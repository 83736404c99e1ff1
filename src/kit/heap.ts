import v8 from 'node:v8';

// Why these values: docs/decisions/0022-heap.md. They apply to this process and its threads; child
// processes don't inherit them.

const NO_PRETENURING = '--no-allocation-site-pretenuring';
/** Percent by which the heap may grow between two full garbage collections. */
const GROWTH = 100;
/** The same while at least one caller wants frequent collections. */
const SMALL_GROWTH = 50;

let callers = 0;

/** Call once, at the start of a process. */
export function setUpHeap(): void {
  v8.setFlagsFromString(NO_PRETENURING);
  setGrowth(GROWTH);
}

/**
 * Makes full garbage collections more frequent until the returned function is called (exactly
 * once). For work whose garbage survives young collections and would fill the heap.
 */
export function collectOften(): () => void {
  callers += 1;
  if (callers === 1) setGrowth(SMALL_GROWTH);
  return () => {
    callers -= 1;
    if (callers === 0) setGrowth(GROWTH);
  };
}

function setGrowth(percent: number): void {
  v8.setFlagsFromString(`--heap-growing-percent=${percent}`);
}
