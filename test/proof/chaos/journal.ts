import type { Reply } from '../../support/merchant.ts';

/** One request and its answer. */
export interface Exchange {
  /** The action's path, or a description of the request. */
  readonly name: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Null if no answer arrived. */
  readonly status: number | null;
  /** The first error's message. */
  readonly message: string | null;
  /** What is wrong with the answer's form; null if nothing. */
  readonly misshapen: string | null;
  readonly isReplay: boolean;
}

export type WriteKind = 'store' | 'product' | 'session' | 'ticket' | 'webhook' | 'other';

/** A write with an idempotency key, after all its attempts. */
export interface Write {
  readonly kind: WriteKind;
  readonly name: string;
  readonly key: string;
  /** The known outcome: acknowledged with 200, refused, or unknown. */
  outcome: 'acknowledged' | 'refused' | 'unknown';
  /** The answer's exact text, once acknowledged. */
  text: string | null;
  /** The parsed answer; for an unknown outcome, the last one received. */
  reply: Reply | null;
  /** Sends the identical write again; null if no answer arrives. */
  readonly again: () => Promise<Reply | null>;
}

/** A violation of a promise that the run saw directly. */
export interface Sighting {
  readonly invariant: number;
  readonly fault: string;
}

/** Everything the run knows without querying the database. */
export interface Journal {
  readonly exchanges: Exchange[];
  readonly writes: Write[];
  readonly sightings: Sighting[];
  /** Counters by name. */
  readonly counts: Map<string, number>;
  count(name: string): void;
}

export function openJournal(): Journal {
  const counts = new Map<string, number>();
  return {
    exchanges: [],
    writes: [],
    sightings: [],
    counts,
    count: (name) => void counts.set(name, (counts.get(name) ?? 0) + 1),
  };
}
