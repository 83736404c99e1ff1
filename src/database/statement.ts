import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Sql } from 'sql-template-tag';

const statementNames = new Map<string, string>();

/** A name of at most 63 bytes for a statement's text: the same text is prepared once. */
function statementName(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = `t${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    statementNames.set(text, name);
  }
  return name;
}

/** The statement as the driver takes it: prepared once per connection, then run by name. */
export function toQuery(statement: Sql): pg.QueryConfig {
  const text = statement.text;
  return { name: statementName(text), text, values: statement.values as unknown[] };
}
