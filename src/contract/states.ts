/** One legal move of a state machine and the event it emits (Specification 3). */
export interface Move<State extends string> {
  readonly from: State;
  readonly to: State;
  readonly emits?: string;
}

/** The states of one machine that may go to the given state. */
export function sourcesOf<State extends string>(
  moves: readonly Move<State>[],
  to: State,
): readonly State[] {
  return moves.filter((move) => move.to === to).map((move) => move.from);
}
