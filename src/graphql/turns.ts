import { ActionError } from '../contract/errors.ts';
import { graphqlErrors } from './errors.ts';
import { createLine, type Line, type LineOptions } from './line.ts';
import type { ReadingCaller } from './scope.ts';

/** When queries run, so that reading leaves room for everything else (docs/contract/graphql.md#limits). */
export interface Turns {
  /** Runs the statement of a query. Throws 429 when its turn is too far away. */
  run<T>(caller: ReadingCaller, isLarge: boolean, statement: () => Promise<T>): Promise<T>;
}

/** Large queries of one credential, and of one store's visitors or buyers, at once. */
export const MAX_LARGE = 2;
/** Milliseconds that a large query waits for its turn, and how many of one caller wait. */
const LARGE_WAIT_MS = 3_000;
const MAX_LARGE_WAITING = 20;
/** Queries of all callers that wait for a connection. */
const MAX_WAITING = 1_000;
const RETRY_AFTER_S = 1;

export interface TurnsOptions {
  /** Connections that queries use at once. */
  readonly connections: number;
  /** Milliseconds that a query waits for one. */
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

/** Whose large queries wait for one another. */
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

/** A line for each name, as long as somebody stands in it. */
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
