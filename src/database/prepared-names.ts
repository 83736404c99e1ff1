import type { Columns, Prepared } from './wire.ts';

/**
 * Maximum statements that a connection keeps prepared of those whose texts are any number, such as
 * queries of the read API. The service's own statements, a fixed number, are kept in addition.
 */
export const MAX_OF_MANY = 300;

/** The names of the statements that are prepared on a connection. */
export interface PreparedNames {
  /** A statement's columns; null until the server has described them. */
  columnsOf(name: string): Columns | null;
  /** Stores the columns, unless the statement has been closed meanwhile. */
  remember(name: string, columns: Columns): void;
  /** Marks a statement as prepared and used; returns whether it wasn't prepared before. */
  use(statement: Prepared): boolean;
  /** Statements of a failed batch have to be prepared again. */
  forget(names: readonly string[]): void;
  /**
   * Forgets the least recently used of many above the maximum, except those of the batch that is
   * about to be sent. Returns their names, which are to be closed.
   */
  makeRoom(batch: readonly { readonly statement: Prepared }[]): string[];
}

export function createPreparedNames(): PreparedNames {
  const prepared = new Map<string, Columns | null>();
  // Failed statements included: whether the server has prepared one of them isn't known.
  const ofMany = new Set<string>();
  return {
    columnsOf: (name) => prepared.get(name) ?? null,
    remember: (name, columns) => {
      if (prepared.has(name)) prepared.set(name, columns);
    },
    use: ({ name, isOneOfMany }) => {
      if (isOneOfMany) {
        ofMany.delete(name);
        ofMany.add(name);
      }
      if (prepared.has(name)) return false;
      prepared.set(name, null);
      return true;
    },
    forget: (names) => {
      for (const name of names) prepared.delete(name);
    },
    makeRoom: (batch) => {
      const closed: string[] = [];
      for (const name of ofMany) {
        if (ofMany.size <= MAX_OF_MANY || batch.some(({ statement }) => statement.name === name))
          break;
        ofMany.delete(name);
        prepared.delete(name);
        closed.push(name);
      }
      return closed;
    },
  };
}
