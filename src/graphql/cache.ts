import { hash } from 'node:crypto';

/** Values by key; what was not used lately goes when there are too many or they take too much. */
export interface Cache<Value> {
  /** The value of the key, made when it is not there; what throws is not kept. */
  get(key: string, make: () => Value): Value;
  has(key: string): boolean;
  /** What the kept values and their keys take, as far as it was told. */
  readonly bytes: number;
}

export interface CacheOptions<Value> {
  readonly maxEntries: number;
  readonly maxBytes: number;
  /** What a value takes; more than a sixteenth of all is not worth keeping. */
  readonly bytesOf: (value: Value) => number;
}

interface Kept<Value> {
  readonly key: string;
  readonly value: Value;
  readonly bytes: number;
}

/** Share of the whole that one value may take. */
const MAX_SHARE = 1 / 16;
/** What an entry takes besides key and value, and what a character of a text takes at most. */
const ENTRY_BYTES = 100;
const CHARACTER_BYTES = 2;

/**
 * Keeps two generations, each up to half of what there may be: when the young one is full, the old one
 * goes, and with it what was not used since. That costs the same however many there are.
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

/** What a text takes at most. */
export function textBytes(text: string): number {
  return text.length * CHARACTER_BYTES;
}

/** The same text on its own: one cut out of another keeps all of that in memory. */
export function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

/** A short key for a text of any length. */
export function digestOf(text: string): string {
  return hash('sha256', text, 'base64');
}
