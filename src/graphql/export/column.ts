import { type Cell, numberCell, textCell, timeCell } from './cells.ts';

/** An object of a list in GraphQL's response. */
// biome-ignore lint/suspicious/noExplicitAny: JSON whose shape the column's own selection says
export type Item = any;

/** A column of a file. */
export interface Column {
  /** The GraphQL selection. */
  readonly selection: string;
  readonly read: (item: Item) => Cell;
}

/** The rows of one object, each with its own `id`: the object's, a slash and the row's name. */
export interface Split {
  readonly selection: string;
  /** In ascending order of their IDs; at least one. */
  readonly rowsOf: (item: Item, filter: Item) => readonly Item[];
}

/** A list that can be exported: its type, and its columns by name. */
export interface ExportedList {
  readonly type: string;
  readonly columns: Readonly<Record<string, Column>>;
  /** Absent: each object is a row. */
  readonly split?: Split;
}

export const plain = (name: string, cell = textCell): Column => ({
  selection: name,
  read: (item) => cell(item[name]),
});
export const inside = (selection: string, read: (item: Item) => Cell): Column => ({
  selection,
  read,
});

export const ID = { id: plain('id') };
export const CREATED = { createdAt: plain('createdAt', timeCell) };
export const TIMES = { ...CREATED, updatedAt: plain('updatedAt', timeCell) };

/** A row for each currency of a list inside the object, which becomes the row's `money`. */
export function splitByCurrency(name: string, fields: string): Split {
  return {
    selection: `${name} { currency ${fields} }`,
    rowsOf: (item, filter) => {
      const wanted = filter?.currency?.eq ?? null;
      const rows = (item[name] as Item[])
        .filter(({ currency }) => wanted === null || currency === wanted)
        .sort((one, other) => (one.currency < other.currency ? -1 : 1))
        .map((money) => ({
          ...item,
          objectId: item.id,
          id: `${item.id}/${money.currency}`,
          money,
        }));
      return rows.length > 0 ? rows : [{ ...item, objectId: item.id, money: null }];
    },
  };
}

/** Columns of a row's `money`. */
export const ofMoney = (read: (money: Item) => Item, cell = numberCell): Column =>
  inside('id', ({ money }) => (money ? cell(read(money)) : null));

/** The ID of the object that a row belongs to. */
export const OBJECT_ID = inside('id', ({ objectId }) => textCell(objectId));
