import type { Move } from '../../src/contract/states.ts';

/** The changes of state that a table of moves allows, each once, whatever causes them. */
export function changesOf(moves: readonly Move<string>[]): { from: string; to: string }[] {
  const changes = moves.filter(({ from, to }) => from !== to);
  const byName = new Map(changes.map(({ from, to }) => [`${from} ${to}`, { from, to }]));
  return [...byName.values()];
}
