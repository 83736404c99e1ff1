/** A set of unit strings, searched in one pass (Aho-Corasick over a hashed goto table). */
export interface Matcher {
  /** Calls `found` for each pattern that ends at each letter, longest first. */
  scan(units: Uint16Array, length: number, found: (pattern: number, end: number) => void): void;
}

const ROOT = 0;
const EMPTY = -1;
/** Knuth's multiplicative hash constant: 2^32 divided by the golden ratio. */
const SPREAD = 0x9e3779b1;

interface Trie {
  /** Per state: next state by unit. */
  readonly children: Map<number, number>[];
  /** Per state: the pattern that ends there, or -1. Equal patterns share the first's number. */
  readonly ending: number[];
}

/** Builds the automaton once; patterns are numbered by their place. */
export function buildMatcher(patterns: readonly Uint16Array[]): Matcher {
  const trie = buildTrie(patterns);
  const { failure, output } = linkFailures(trie);
  const lookup = buildTransitions(trie);
  const ending = Int32Array.from(trie.ending);
  return {
    scan(units, length, found) {
      let state = ROOT;
      for (let index = 0; index < length; index += 1) {
        const unit = units[index] as number;
        let next = lookup(state, unit);
        while (next === EMPTY && state !== ROOT) {
          state = failure[state] as number;
          next = lookup(state, unit);
        }
        state = next === EMPTY ? ROOT : next;
        let hit = (ending[state] as number) >= 0 ? state : (output[state] as number);
        for (; hit !== ROOT; hit = output[hit] as number) found(ending[hit] as number, index);
      }
    },
  };
}

function buildTrie(patterns: readonly Uint16Array[]): Trie {
  const trie: Trie = { children: [new Map()], ending: [-1] };
  for (const [number, pattern] of patterns.entries()) {
    let state = ROOT;
    for (const unit of pattern) {
      let next = trie.children[state]?.get(unit);
      if (next === undefined) {
        next = trie.children.push(new Map()) - 1;
        trie.ending.push(-1);
        trie.children[state]?.set(unit, next);
      }
      state = next;
    }
    if (trie.ending[state] === -1) trie.ending[state] = number;
  }
  return trie;
}

/** Breadth first: the longest proper suffix of each state, and the nearest suffix that ends. */
function linkFailures(trie: Trie): { failure: Int32Array; output: Int32Array } {
  const failure = new Int32Array(trie.children.length);
  const output = new Int32Array(trie.children.length);
  const queue = [...(trie.children[ROOT]?.values() ?? [])];
  for (const state of queue) {
    for (const [unit, next] of trie.children[state] ?? []) {
      let suffix = failure[state] as number;
      while (suffix !== ROOT && !trie.children[suffix]?.has(unit)) {
        suffix = failure[suffix] as number;
      }
      const link = trie.children[suffix]?.get(unit) ?? ROOT;
      failure[next] = link;
      output[next] = (trie.ending[link] as number) >= 0 ? link : (output[link] as number);
      queue.push(next);
    }
  }
  return { failure, output };
}

/** Open addressing, at most half full; the root's row is a plain array, being asked most. */
function buildTransitions(trie: Trie): (state: number, unit: number) => number {
  const size = 2 ** Math.ceil(Math.log2(trie.children.length * 2 + 2));
  const keys = new Float64Array(size).fill(EMPTY);
  const targets = new Int32Array(size);
  const rootRow = new Int32Array(0x10000).fill(EMPTY);
  const slotOf = (state: number, unit: number) =>
    (Math.imul(state ^ (unit << 16), SPREAD) >>> 0) & (size - 1);
  for (const [state, children] of trie.children.entries()) {
    for (const [unit, next] of children) {
      if (state === ROOT) rootRow[unit] = next;
      let slot = slotOf(state, unit);
      while (keys[slot] !== EMPTY) slot = (slot + 1) & (size - 1);
      keys[slot] = state * 0x10000 + unit;
      targets[slot] = next;
    }
  }
  return (state, unit) => {
    if (state === ROOT) return rootRow[unit] as number;
    const key = state * 0x10000 + unit;
    for (let slot = slotOf(state, unit); keys[slot] !== EMPTY; slot = (slot + 1) & (size - 1)) {
      if (keys[slot] === key) return targets[slot] as number;
    }
    return EMPTY;
  };
}
