import type { Reply } from '../../support/merchant.ts';

/** One request and what came back. */
export interface Exchange {
  /** The action's path, or what the request was. */
  readonly name: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Null: no answer came. */
  readonly status: number | null;
  /** The first error's message. */
  readonly message: string | null;
  /** What is wrong with the answer's form; null: nothing. */
  readonly misshapen: string | null;
  readonly isReplay: boolean;
}

export type WriteKind = 'store' | 'product' | 'session' | 'ticket' | 'webhook' | 'other';

/** A write with an idempotency key, after all its tries. */
export interface Write {
  readonly kind: WriteKind;
  readonly name: string;
  readonly key: string;
  /** What is known of it: answered with 200, with a refusal, or with nothing that says so. */
  outcome: 'acknowledged' | 'refused' | 'unknown';
  /** The answer's exact text, once acknowledged. */
  text: string | null;
  /** The answer as it was parsed; of an unknown outcome the last one that came. */
  reply: Reply | null;
  /** Sends the very same write again; null while no answer comes. */
  readonly again: () => Promise<Reply | null>;
}

/** Something that the run saw happen against a promise, at once. */
export interface Sighting {
  readonly invariant: number;
  readonly fault: string;
}

/** All that the run knows by itself, without asking the database. */
export interface Journal {
  readonly exchanges: Exchange[];
  readonly writes: Write[];
  readonly sightings: Sighting[];
  /** How often each thing was tried or met, by name. */
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
