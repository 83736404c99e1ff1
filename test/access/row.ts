import type { ActionPath } from '../../src/actions.ts';
import type { CallerKind } from '../../src/contract/caller.ts';
import type { Place } from './places.ts';

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Whose objects an action accepts, and from which role on: `write` for owners and admins, `read`
 * for members too, `owner` for the owner only, `account` for the merchant whose object it is,
 * `anyone` if no object is involved.
 */
export type Access = 'write' | 'read' | 'owner' | 'account' | 'anyone';

/** An action's access rules. Error rows are named as in the action's own table. */
export interface Row {
  /** Distinguishes several rows of one action. */
  readonly name?: string;
  readonly access: Access;
  /** The answer for an object outside the caller's stores. Default: `notFound`. */
  readonly absent?: string;
  /** The owner's answer for an object of a deleted store, if part 4 requires another one. */
  readonly deleted?: string;
  /** Set if part 4 requires 403 for another merchant's object. */
  readonly foreign?: string;
  /**
   * The answer for an object of the other environment; if omitted, both environments share the
   * object.
   */
  readonly elsewhere?: string;
  /** Either credential of production gets `forbidden`. */
  readonly testOnly?: true;
  /** Shared by both environments: a test key may change it only until the store is enabled. */
  readonly shared?: true;
  /** The callers this body is for; others are refused by the gateway. */
  readonly callers?: readonly CallerKind[];
  /** Publishing and its preview show test objects in production. */
  readonly crosses?: true;
  /** The answer expected instead of success. */
  readonly answers?: string;
  /** A valid body about an object of the place; a new object if the action uses it up. */
  readonly body: (place: Place) => Fields | Promise<Fields>;
  /**
   * Like `body`, about the deleted object itself, or the place's own store if `body` creates one.
   */
  readonly deletedBody?: (place: Place) => Promise<Fields>;
  /** An object of another place in a body about this place. */
  readonly second?: {
    readonly absent: string;
    readonly elsewhere?: string;
    /**
     * The answer to a session token for an object of the other environment. Default: `elsewhere`.
     */
    readonly toToken?: string;
    readonly body: (place: Place, other: Place) => Promise<Fields>;
  };
}

/** A row for each action, or several if it can name its object in several ways. */
export type Rows = Readonly<Record<ActionPath, Row | readonly Row[]>>;
/** A subset of the rows. */
export type SomeRows = Readonly<Partial<Rows>>;

/** The error row for objects out of reach. */
export function absentOf({ absent = 'notFound' }: Row): string {
  return absent;
}
