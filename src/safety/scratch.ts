/** Enough for most checks; larger arrays are allocated normally. */
const BYTES = 2 ** 20;
/** Views of all types start at a multiple of it. */
const ALIGNMENT = 4;

const memory = new ArrayBuffer(BYTES);
/** Bytes in use; null outside of such work, when arrays are allocated normally. */
let used: number | null = null;

/**
 * Runs work whose temporary arrays come from one buffer. Otherwise, each check would allocate some
 * hundred KB, and collecting that garbage would take longer than the check itself.
 */
export function withScratch<Result>(work: () => Result): Result {
  used = 0;
  try {
    return work();
  } finally {
    used = null;
  }
}

/** Runs a part of such work whose arrays outlive it. */
export function withoutScratch<Result>(work: () => Result): Result {
  const before = used;
  used = null;
  try {
    return work();
  } finally {
    used = before;
  }
}

/** An array of zeros, valid until the work ends. */
export function uint8Scratch(length: number): Uint8Array<ArrayBuffer> {
  const at = take(length);
  return at === null ? new Uint8Array(length) : new Uint8Array(memory, at, length).fill(0);
}

/** Like `uint8Scratch`. */
export function uint16Scratch(length: number): Uint16Array<ArrayBuffer> {
  const at = take(length * 2);
  return at === null ? new Uint16Array(length) : new Uint16Array(memory, at, length).fill(0);
}

/** Like `uint8Scratch`. */
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
