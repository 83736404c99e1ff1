/** One legal move of a state machine and the events it emits (docs/contract/states.md). */
export interface Move<State extends string, Event extends string = string> {
  readonly from: State;
  /** If equal to `from`, the state stays and only the events are recorded. */
  readonly to: State;
  /** The cause, if two causes make the same move and emit different events. */
  readonly by?: string;
  /** In the order of recording. */
  readonly emits?: readonly Event[];
}

/** A move to make. */
export interface Step<State extends string> {
  readonly from: State;
  readonly to: State;
  readonly by?: string;
}

/** How a move is made and recorded. */
interface Making<Event extends string, Row> {
  /** The compare-and-set; returns no row if the state is no longer `from`. */
  readonly change: () => Promise<readonly Row[]>;
  /** Records an event that the table names for the move. */
  readonly record: (type: Event) => Promise<void>;
  /** Records whatever precedes the move's own events, in the same round trip. */
  readonly before?: () => Promise<void>;
}

/**
 * Makes a move of a state machine and records the events that its table names. Returns no row and
 * records nothing if the move isn't legal or another caller was faster. `change` is sent before the
 * first await, so that it can share a round trip.
 */
export async function makeMove<State extends string, Event extends string, Row>(
  moves: readonly Move<State, Event>[],
  { from, to, by }: Step<State>,
  { change, record, before }: Making<Event, Row>,
): Promise<readonly Row[]> {
  const move = moves.find((one) => one.from === from && one.to === to && one.by === by);
  if (!move) return [];
  const rows = await change();
  if (rows.length > 0) await Promise.all([before?.(), ...(move.emits ?? []).map(record)]);
  return rows;
}

/** The states of one machine that can move to the given state. */
export function sourcesOf<State extends string>(
  moves: readonly Move<State>[],
  to: State,
): readonly State[] {
  return moves.filter((move) => move.to === to).map((move) => move.from);
}
