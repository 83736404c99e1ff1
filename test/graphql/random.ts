/** Pseudorandom numbers, the same sequence for the same seed. */
export interface Random {
  /** At least 0, less than the given number. */
  below(most: number): number;
  pick<T>(from: readonly T[]): T;
  /** True with the given probability. */
  chance(probability: number): boolean;
}

export function createRandom(seed: number): Random {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  // xorshift32
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
  for (let round = 0; round < 8; round += 1) next();
  const below = (most: number) => Math.floor(next() * most);
  return {
    below,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
    chance: (probability) => next() < probability,
  };
}
