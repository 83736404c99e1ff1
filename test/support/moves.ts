import type { Move } from '../../src/contract/states.ts';

/** The state changes allowed by a table of moves, each once, regardless of their cause. */
export function changesOf(moves: readonly Move<string>[]): { from: string; to: string }[] {
  const changes = moves.filter(({ from, to }) => from !== to);
  const byName = new Map(changes.map(({ from, to }) => [`${from} ${to}`, { from, to }]));
  return [...byName.values()];
}
