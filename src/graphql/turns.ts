import { ActionError } from '../contract/errors.ts';
import { graphqlErrors } from './errors.ts';
import { createLine, type Line, type LineOptions } from './line.ts';
import type { ReadingCaller } from './scope.ts';

/**
 * Schedules queries so that reading leaves room for everything else
 * (docs/contract/graphql.md#limits).
 */
export interface Turns {
  /** Runs a query's statement. Throws 429 if its turn is too far away. */
  run<T>(caller: ReadingCaller, isLarge: boolean, statement: () => Promise<T>): Promise<T>;
}

/** Maximum concurrent large queries of one credential, and of one store's visitors or buyers. */
export const MAX_LARGE = 2;
/** Maximum wait of a large query in milliseconds, and maximum number of waiting ones per caller. */
const LARGE_WAIT_MS = 3_000;
const MAX_LARGE_WAITING = 20;
/** Maximum queries of all callers that wait for a connection. */
const MAX_WAITING = 1_000;
const RETRY_AFTER_S = 1;

export interface TurnsOptions {
  /** Connections that queries may use concurrently. */
  readonly connections: number;
  /** Maximum wait for a connection, in milliseconds. */
  readonly maxWaitMs: number;
}

export function createTurns({ connections, maxWaitMs }: TurnsOptions): Turns {
  const every = { maxWaitMs, maxWaiting: MAX_WAITING, refuse: tooManyAtOnce };
  const large = { maxWaitMs: LARGE_WAIT_MS, maxWaiting: MAX_LARGE_WAITING, refuse: tooManyAtOnce };
  const all = createLine({ ...every, places: connections });
  // Small queries always have connections that large ones can't take.
  const allLarge = createLine({ ...every, places: Math.max(1, Math.floor(connections / 2)) });
  const ofCallers = createLines({ ...large, places: MAX_LARGE });
  return {
    run: (caller, isLarge, statement) => {
      const inTurn = () => all.run(statement);
      if (!isLarge) return inTurn();
      const [own, shared] = namesOf(caller);
      return ofCallers.run(own, () => ofCallers.run(shared, () => allLarge.run(inTurn)));
    },
  };
}

/** Names of the lines in which a caller's large queries wait. */
function namesOf(caller: ReadingCaller): readonly [own: string, shared: string] {
  switch (caller.kind) {
    case 'apiKey':
      return [`key ${caller.keyId}`, `merchant ${caller.merchantId}`];
    case 'dashboard':
      return [`session ${caller.sessionId}`, `dashboard ${caller.merchantId}`];
    case 'token':
      return [`buyer ${caller.storeId} ${caller.buyerIdentity}`, `buyers ${caller.storeId}`];
    case 'slug':
      return [`visitor ${caller.storeId}`, `visitors ${caller.storeId}`];
  }
}

/** One line per name while it is in use. */
function createLines(options: LineOptions) {
  const lines = new Map<string, Line>();
  return {
    run: async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const line = lines.get(name) ?? createLine(options);
      lines.set(name, line);
      try {
        return await line.run(work);
      } finally {
        if (line.isIdle) lines.delete(name);
      }
    },
  };
}

function tooManyAtOnce(): ActionError {
  const { status, entries } = graphqlErrors.tooManyAtOnce();
  const aiHint = `Send large queries one after the other, at most ${MAX_LARGE} at once, or ask for less: smaller limits, no long texts.`;
  const hinted = entries.map((entry) => ({ ...entry, aiHint }));
  return new ActionError(status, hinted, { 'retry-after': String(RETRY_AFTER_S) });
}
