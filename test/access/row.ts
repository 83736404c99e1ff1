import type { ActionPath } from '../../src/actions.ts';
import type { CallerKind } from '../../src/contract/caller.ts';
import type { Place } from './places.ts';

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Whose objects an action takes, and from which role on: `write` owners and admins, `read` members
 * too, `owner` the owner alone, `account` the one merchant whose object it is, `anyone` no object.
 */
export type Access = 'write' | 'read' | 'owner' | 'account' | 'anyone';

/** How an action meets objects. Error rows are named as in the action's own table. */
export interface Row {
  /** Tells apart several rows of one action. */
  readonly name?: string;
  readonly access: Access;
  /** Answers an object that the caller has nothing to do with. Default: `notFound`. */
  readonly absent?: string;
  /** Where part 4 says 403 about another merchant's object. */
  readonly foreign?: string;
  /** Answers an object of the other environment; left out: the object is the same in both. */
  readonly elsewhere?: string;
  /** Either credential of production is told `forbidden`. */
  readonly testOnly?: true;
  /** What both environments share: a test key changes it only until the store is enabled. */
  readonly shared?: true;
  /** The callers whom such a body is for; others are refused as at the gate. */
  readonly callers?: readonly CallerKind[];
  /** Publishing and its preview show in production what test has. */
  readonly crosses?: true;
  /** Answers instead of success. */
  readonly answers?: string;
  /** A valid body about an object of the place, new wherever the action uses it up. */
  readonly body: (place: Place) => Fields | Promise<Fields>;
  /** As `body`, about what was deleted itself, or the place's own store where `body` makes one. */
  readonly deletedBody?: (place: Place) => Promise<Fields>;
  /** An object of another place in a body about the place. */
  readonly second?: {
    readonly absent: string;
    readonly elsewhere?: string;
    /** Answers a session token about an object of the other environment. Default: `elsewhere`. */
    readonly toToken?: string;
    readonly body: (place: Place, other: Place) => Promise<Fields>;
  };
}

/** A row for each action, several where it names its object in several ways. */
export type Rows = Readonly<Record<ActionPath, Row | readonly Row[]>>;
/** Some of them. */
export type SomeRows = Readonly<Partial<Rows>>;

/** The error row that answers for objects out of reach. */
export function absentOf({ absent = 'notFound' }: Row): string {
  return absent;
}
