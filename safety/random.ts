/** Pseudorandom numbers, the same sequence for the same seed. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number;
  /** An integer of at least 0, less than the limit. */
  below(limit: number): number;
}

/** Mulberry32: 32 bits of state, the same on every machine. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { next, below: (limit) => Math.floor(next() * limit) };
}

/** Shuffles in place (Fisher-Yates). */
export function shuffle<T>(values: T[], random: Random): void {
  for (let index = values.length - 1; index > 0; index -= 1) {
    const other = random.below(index + 1);
    [values[index], values[other]] = [values[other] as T, values[index] as T];
  }
}
