import { setFlagsFromString } from 'node:v8';

/**
 * The heap is collected once it has grown by this share since the last time. By default, V8 lets it
 * grow to four times what is in use (docs/decisions/0022-collect-early.md).
 */
const HEAP_GROWTH = '--heap-growing-percent=50';

/** For this process and its threads; a child process doesn't inherit it. */
export function collectEarly(): void {
  setFlagsFromString(HEAP_GROWTH);
}
