import type { BusyError } from '../kit/bounded-queue.ts';
import { createTurns, waitForTurn } from '../kit/turns.ts';
import { tooManyAtOnce } from './errors.ts';

/** Milliseconds between a caller's introspections, each of which takes up to some tens of them. */
const SCHEMA_MS = 200;
/** Milliseconds between a caller's new texts, which take a few to parse, validate and compile. */
const TEXT_MS = 40;
/**
 * Milliseconds by which a query refused because of a limit delays the caller's next new text, which
 * would be compiled only to be refused as well.
 */
const REFUSED_MS = 250;
/** New texts that a page may ask for at once. */
const TEXTS_AT_ONCE = 20;

/**
 * Spaces out what a caller's queries cost the main thread before they read anything. Both throw 429
 * if the caller's turn is too far away.
 */
export interface QueryTurns {
  /** Waits for a turn to read the schema. */
  forSchema(who: string): Promise<void>;
  /** Waits for a turn to compile a text that isn't cached. */
  forText(who: string): Promise<void>;
  /** Delays the caller's next new text, after a query was refused because of a limit. */
  delayText(who: string): void;
}

/** Without limits, only the schema's turns are spaced out. */
export function createQueryTurns(hasLimits: boolean): QueryTurns {
  const schemas = createTurns();
  const texts = createTurns();
  return {
    forSchema: (who) => waitForTurn(schemas, who, SCHEMA_MS).catch(refuse),
    forText: async (who) => {
      if (!hasLimits) return;
      await waitForTurn(texts, who, TEXT_MS, (TEXTS_AT_ONCE - 1) * TEXT_MS).catch(refuse);
    },
    delayText: (who) => {
      if (hasLimits) texts(who, REFUSED_MS);
    },
  };
}

function refuse(error: BusyError): never {
  throw tooManyAtOnce(error);
}
