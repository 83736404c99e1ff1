import { hash } from 'node:crypto';

/**
 * A cache of values by key; least recently used values are dropped if there are too many or they
 * take too much memory.
 */
export interface Cache<Value> {
  /** The key's value, created if absent. Errors aren't cached. */
  get(key: string, make: () => Value): Value;
  has(key: string): boolean;
  /** Approximate bytes of cached values and keys. */
  readonly bytes: number;
}

export interface CacheOptions<Value> {
  readonly maxEntries: number;
  readonly maxBytes: number;
  /** Bytes of a value; a value of more than a sixteenth of the total isn't cached. */
  readonly bytesOf: (value: Value) => number;
}

interface Kept<Value> {
  readonly key: string;
  readonly value: Value;
  readonly bytes: number;
}

/** Maximum share of the total for one value. */
const MAX_SHARE = 1 / 16;
/** Bytes of an entry without key and value, and maximum bytes of a character. */
const ENTRY_BYTES = 100;
const CHARACTER_BYTES = 2;

/**
 * Keeps two generations, each up to half of the maximum. When the young one is full, the old one is
 * dropped with everything not used since. The cost doesn't depend on the number of entries.
 */
export function createCache<Value>(options: CacheOptions<Value>): Cache<Value> {
  const { maxEntries, maxBytes, bytesOf } = options;
  let young = createGeneration<Value>();
  let old = createGeneration<Value>();
  const keep = (entry: Kept<Value>) => {
    const isFull = young.kept.size + 1 > maxEntries / 2 || young.bytes + entry.bytes > maxBytes / 2;
    if (isFull) {
      old = young;
      young = createGeneration();
    }
    young.kept.set(entry.key, entry);
    young.bytes += entry.bytes;
  };
  return {
    get: (key, make) => {
      const known = young.kept.get(key);
      if (known) return known.value;
      const aged = old.kept.get(key);
      if (aged) {
        keep(aged);
        return aged.value;
      }
      const value = make();
      const bytes = bytesOf(value) + textBytes(key) + ENTRY_BYTES;
      if (bytes <= maxBytes * MAX_SHARE) keep({ key: copyOf(key), value, bytes });
      return value;
    },
    has: (key) => young.kept.has(key) || old.kept.has(key),
    get bytes() {
      return young.bytes + old.bytes;
    },
  };
}

interface Generation<Value> {
  readonly kept: Map<string, Kept<Value>>;
  bytes: number;
}

function createGeneration<Value>(): Generation<Value> {
  return { kept: new Map(), bytes: 0 };
}

/** Maximum bytes of a text. */
export function textBytes(text: string): number {
  return text.length * CHARACTER_BYTES;
}

/** A copy of the text: a substring would keep its whole source in memory. */
export function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

/** A short key for a text of any length. */
export function digestOf(text: string): string {
  return hash('sha256', text, 'base64');
}
