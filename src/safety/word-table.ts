/** Words by fingerprint, each with its cost: how surprising the word is, in eighths of a nat. */
export interface WordTable {
  /** The cost of the word with this fingerprint, `PREFIX_ONLY`, or -1 for none. */
  costOf(fingerprint: number): number;
  /** Adds a word, or lowers its cost. */
  add(fingerprint: number, cost: number): void;
}

/** Steps of a cost in one nat (a word e times rarer costs one nat more). */
export const COST_STEPS = 8;
export const MAX_COST = 254;
/** The cost of letters that aren't a word but a prefix of one. */
export const PREFIX_ONLY = 255;
/** Lengths of the prefixes in tables; beyond the last, all words are looked up. */
const PREFIX_LETTERS = 4;
const LATIN_BEGINNINGS = [PREFIX_LETTERS];
const OTHER_BEGINNINGS = [1, 2, 3];

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const EMPTY = 0;

/** The state of a word's hash before its first letter. */
export const HASH_START = FNV_OFFSET;

/** The state after one more UTF-16 unit. */
export function hashUnit(state: number, unit: number): number {
  return Math.imul(state ^ unit, FNV_PRIME);
}

/** The fingerprint of a hash state: distributed over 32 bits, never 0. */
export function fingerprintOf(state: number): number {
  let mixed = state ^ (state >>> 15);
  mixed = Math.imul(mixed, 0x2c1b3c6d);
  mixed ^= mixed >>> 12;
  mixed = Math.imul(mixed, 0x297a2d39);
  mixed ^= mixed >>> 15;
  return mixed === 0 ? 1 : mixed >>> 0;
}

/** The fingerprint of a whole word. */
export function fingerprint(word: string): number {
  let state = HASH_START;
  for (let index = 0; index < word.length; index += 1) {
    state = hashUnit(state, word.charCodeAt(index));
  }
  return fingerprintOf(state);
}

/** Initial words: distinct fingerprints in ascending order, and their costs. */
interface SortedWords {
  readonly fingerprints: Uint32Array;
  readonly costs: Uint8Array;
}

const NO_WORDS: SortedWords = { fingerprints: new Uint32Array(), costs: new Uint8Array() };

/** Bits of a fingerprint stored in an entry; its position implies the upper ones. */
const TAG_MASK = 0xffffff;
const COST_BITS = 8;
const COST_MASK = 0xff;
const MIN_BITS = 8;

/** A table of words with room for a number of additional ones, at most two thirds full. */
export function createWordTable(room: number, words: SortedWords = NO_WORDS): WordTable {
  const bits = Math.max(MIN_BITS, Math.ceil(Math.log2((words.costs.length + room) * 1.5 + 1)));
  // Tag and cost share an entry, because most lookups miss the CPU cache and one access must
  // suffice.
  const entries = new Uint32Array(2 ** bits);
  const mask = entries.length - 1;
  // By the upper bits, so that words in ascending order fill memory in order.
  const shift = 32 - bits;
  const slotOf = (key: number) => {
    const tag = tagOf(key);
    let slot = key >>> shift;
    let entry = entries[slot] as number;
    while (entry !== EMPTY && entry >>> COST_BITS !== tag) {
      slot = (slot + 1) & mask;
      entry = entries[slot] as number;
    }
    return slot;
  };
  for (let place = 0; place < words.costs.length; place += 1) {
    const key = words.fingerprints[place] as number;
    // Each word comes once, so the next free slot is its own.
    let slot = key >>> shift;
    while (entries[slot] !== EMPTY) slot = (slot + 1) & mask;
    entries[slot] = entryOf(key, words.costs[place] as number);
  }
  return {
    costOf(key) {
      const entry = entries[slotOf(key)] as number;
      return entry === EMPTY ? -1 : entry & COST_MASK;
    },
    add(key, cost) {
      const slot = slotOf(key);
      const entry = entries[slot] as number;
      if (entry === EMPTY || (entry & COST_MASK) > cost) entries[slot] = entryOf(key, cost);
    },
  };
}

/** Never 0, so that no entry looks empty. */
function tagOf(key: number): number {
  return key & TAG_MASK || 1;
}

function entryOf(key: number, cost: number): number {
  return ((tagOf(key) << COST_BITS) | cost) >>> 0;
}

/** Whether a cost belongs to a word, rather than to a prefix or nothing. */
export function isWordCost(cost: number): boolean {
  return cost >= 0 && cost !== PREFIX_ONLY;
}

/** Adds a word with the prefixes that are looked up before longer ones. */
export function addWord(table: Pick<WordTable, 'add'>, word: string, cost: number): void {
  const kept = beginningsKept(word);
  let state = HASH_START;
  for (let place = 0; place < word.length; place += 1) {
    state = hashUnit(state, word.charCodeAt(place));
    if (place + 1 === word.length) table.add(fingerprintOf(state), cost);
    else if (kept.includes(place + 1)) table.add(fingerprintOf(state), PREFIX_ONLY);
  }
}

/** Lengths of a word's prefixes that tables store. */
export function beginningsKept(word: string): readonly number[] {
  const first = word.charCodeAt(0);
  return first >= 0x61 && first <= 0x7a ? LATIN_BEGINNINGS : OTHER_BEGINNINGS;
}
