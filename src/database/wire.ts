/// <reference path="./pg-parser.d.ts" />
/// <reference path="./pg-utils.d.ts" />
import type pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { serialize } from 'pg-protocol/dist/serializer.js';
import { toIso } from '../kit/time.ts';
import type { Encoding, Field } from './data-row.ts';

/**
 * A statement in wire format: prepared once per connection and run by name. Without a name it is
 * discarded after use.
 */
export interface Prepared {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly encoding?: Encoding;
  readonly isOneOfMany?: boolean;
}

/** A statement's columns, which stay the same while it is prepared. */
export interface Columns {
  readonly names: readonly string[];
  readonly parsers: readonly ((text: string) => unknown)[];
  /** An object with all columns, so that all rows have the same shape. */
  readonly blank: Readonly<Record<string, unknown>>;
}

export const NO_COLUMNS: Columns = { names: [], parsers: [], blank: {} };
/** Ends a batch that is answered together. */
export const SYNC = serialize.sync();

interface Running {
  /** The statement's name on the server; empty: discarded after use. */
  readonly name: string;
  readonly isFresh: boolean;
  readonly isToDescribe: boolean;
}

/** Discards prepared statements; the server ignores names that it doesn't know. */
export function closeMessages(names: readonly string[]): Buffer[] {
  return names.map((name) => serialize.close({ type: 'S', name }));
}

/** Adds the messages that run a statement. Throws if a value can't be encoded. */
export function addMessages(
  messages: Buffer[],
  { text, values }: Prepared,
  { name, isFresh, isToDescribe }: Running,
): void {
  // The name may be taken by a statement that was parsed and then failed.
  if (isFresh && name) messages.push(serialize.close({ type: 'S', name }));
  if (isFresh) messages.push(serialize.parse({ name, text }));
  messages.push(
    serialize.bind({ statement: name, values: values as unknown[], valueMapper: toWire }),
  );
  if (isToDescribe) messages.push(serialize.describe({ type: 'P' }));
  messages.push(serialize.execute());
}

/** Like the driver, except for times, which the driver formats slowly and in local time. */
function toWire(value: unknown): string | Buffer | null {
  return value instanceof Date ? toIso(value) : prepareValue(value);
}

/** The columns the server describes, with the connection's type parsers. */
export function columnsOf(fields: readonly pg.FieldDef[], connection: pg.PoolClient): Columns {
  return {
    names: fields.map(({ name }) => name),
    parsers: fields.map(({ dataTypeID }) => connection.getTypeParser(dataTypeID, 'text')),
    blank: Object.fromEntries(fields.map(({ name }) => [name, null])),
  };
}

export function readRow(
  { names, parsers, blank }: Columns,
  fields: readonly Field[],
): Record<string, unknown> {
  const row = { ...blank };
  for (let index = 0; index < fields.length; index += 1) {
    const text = fields[index] as Field;
    if (text === null) continue;
    row[names[index] as string] = typeof text === 'string' ? parsers[index]?.(text) : text;
  }
  return row;
}
