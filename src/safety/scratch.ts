/** Enough for what most checks need; what is beyond it is made anew. */
const BYTES = 2 ** 20;
/** Views of every kind begin at a multiple of it. */
const ALIGNMENT = 4;

const memory = new ArrayBuffer(BYTES);
/** Bytes in use; null: nobody works with it, and arrays are made anew. */
let used: number | null = null;

/**
 * Runs work whose arrays nobody needs afterwards: they share one memory. Each check would make some
 * hundred KB of them, and a collection of garbage in every hundredth takes longer than the check.
 */
export function withScratch<Result>(work: () => Result): Result {
  used = 0;
  try {
    return work();
  } finally {
    used = null;
  }
}

/** Runs a part of it whose arrays are kept. */
export function withoutScratch<Result>(work: () => Result): Result {
  const before = used;
  used = null;
  try {
    return work();
  } finally {
    used = before;
  }
}

/** Zeros that belong to the work alone. */
export function uint8Scratch(length: number): Uint8Array<ArrayBuffer> {
  const at = take(length);
  return at === null ? new Uint8Array(length) : new Uint8Array(memory, at, length).fill(0);
}

/** As `uint8Scratch`. */
export function uint16Scratch(length: number): Uint16Array<ArrayBuffer> {
  const at = take(length * 2);
  return at === null ? new Uint16Array(length) : new Uint16Array(memory, at, length).fill(0);
}

/** As `uint8Scratch`. */
export function uint32Scratch(length: number): Uint32Array<ArrayBuffer> {
  const at = take(length * 4);
  return at === null ? new Uint32Array(length) : new Uint32Array(memory, at, length).fill(0);
}

function take(bytes: number): number | null {
  if (used === null) return null;
  const at = used;
  const end = at + Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
  if (end > BYTES) return null;
  used = end;
  return at;
}
