import {
  COST_STEPS,
  fingerprint,
  fingerprintOf,
  HASH_START,
  hashUnit,
  isWordCost,
  type WordTable,
} from './word-table.ts';

/** Finds known words written without blanks, or null. */
export type Splitter = (glued: string) => readonly string[] | null;

const MAX_WORD_LENGTH = 14;
/**
 * Cost of each word in addition to its rarity: a few long words are likelier than many short ones.
 */
const WORD_COST = 2 * COST_STEPS;
const UNKNOWN_LETTER = 14 * COST_STEPS;
/** Minimum share of letters in known words. */
const KNOWN_SHARE = 0.8;
const INFINITE = 0x7fffffff;
const FIRST_LETTER = 0x61;
const LETTERS = 26;
const NO_WORD = -1;
const NOT_ASKED = -2;

/** The cheapest words that form the letters, or null if too few of them are known. */
export function createSplitter(known: WordTable): Splitter {
  // Words of two and three letters are indexed by their letters, because every position looks them
  // up.
  const pairs = new Int16Array(LETTERS ** 2).fill(NOT_ASKED);
  const triples = new Int16Array(LETTERS ** 3).fill(NOT_ASKED);
  const ofA = known.costOf(fingerprint('a'));
  return (text) => {
    const size = text.length;
    makeRoom(size + 1);
    const { best, from, unknown } = room;
    best.fill(INFINITE, 0, size + 1);
    best[0] = 0;
    unknown[0] = 0;
    for (let at = 0; at < size; at += 1) {
      const first = letterAt(text, at);
      const alone = (best[at] as number) + UNKNOWN_LETTER;
      if (alone < (best[at + 1] as number)) {
        best[at + 1] = alone;
        from[at + 1] = at;
        unknown[at + 1] = (unknown[at] as number) + 1;
      }
      if (first === 0 && isWordCost(ofA)) offer(at, at + 1, ofA);
      if (at + 1 === size) break;
      let state = hashUnit(hashUnit(HASH_START, text.charCodeAt(at)), text.charCodeAt(at + 1));
      const pair = first * LETTERS + letterAt(text, at + 1);
      const pairCost = shortCost(pairs, pair, state, known);
      if (pairCost !== NO_WORD) offer(at, at + 2, pairCost);
      if (at + 2 === size) continue;
      state = hashUnit(state, text.charCodeAt(at + 2));
      const triple = shortCost(triples, pair * LETTERS + letterAt(text, at + 2), state, known);
      if (triple !== NO_WORD) offer(at, at + 3, triple);
      for (let end = at + 4; end <= Math.min(size, at + MAX_WORD_LENGTH); end += 1) {
        state = hashUnit(state, text.charCodeAt(end - 1));
        const cost = known.costOf(fingerprintOf(state));
        if (isWordCost(cost)) offer(at, end, cost);
        else if (cost < 0 && end === at + 4) break;
      }
    }
    if ((unknown[size] as number) > size * (1 - KNOWN_SHARE)) return null;
    const words: string[] = [];
    for (let end = size; end > 0; end = from[end] as number) words.push(text.slice(from[end], end));
    return words.reverse();
  };
}

/** The number of a Latin letter; NaN for others, which no short word contains. */
function letterAt(text: string, place: number): number {
  const letter = text.charCodeAt(place) - FIRST_LETTER;
  return letter < LETTERS ? letter : Number.NaN;
}

/** The cost of the short word with this number, looked up once. */
function shortCost(costs: Int16Array, number: number, state: number, known: WordTable): number {
  const before = costs[number] ?? NO_WORD;
  if (before !== NOT_ASKED) return before;
  const cost = known.costOf(fingerprintOf(state));
  costs[number] = isWordCost(cost) ? cost : NO_WORD;
  return costs[number] as number;
}

/** Reused for all words. */
let room = roomOf(256);

function roomOf(size: number) {
  return {
    best: new Int32Array(size),
    from: new Int32Array(size),
    unknown: new Uint16Array(size),
  };
}

function makeRoom(size: number): void {
  if (size > room.best.length) room = roomOf(size);
}

/** Records a word from one position to another unless a cheaper one ends there. */
function offer(at: number, end: number, cost: number): void {
  const { best, from, unknown } = room;
  const total = (best[at] as number) + cost + WORD_COST;
  if (total >= (best[end] as number)) return;
  best[end] = total;
  from[end] = at;
  unknown[end] = unknown[at] as number;
}
