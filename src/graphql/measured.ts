import { join, raw, type Sql, sql } from '../database/database.ts';
import { MAX_ANSWER_BYTES } from './limits.ts';
import { arraySql } from './place.ts';

/** Values of one row computed one after the other. */
export interface Steps {
  /** SQL after `from`. */
  readonly from: Sql;
  /** The values in order. */
  readonly values: readonly Sql[];
}

/** The value, unless the bytes exceed the maximum response size: then the statement fails. */
function unlessTooLarge(bytes: string, value: Sql): Sql {
  return sql`case when ${raw(`${bytes} > ${MAX_ANSWER_BYTES} then refuse_large_answer(${bytes})`)}
    else ${value} end`;
}

/** Computes texts one after the other until together they exceed the maximum response size. */
export function inSteps(texts: readonly Sql[]): Steps {
  const steps = texts.map(
    (text, nth) => sql`cross join lateral (
      select ${raw(`f${nth}, b${nth} + coalesce(octet_length(f${nth}), 0) as b${nth + 1}`)}
      from (select ${unlessTooLarge(`b${nth}`, text)} as ${raw(`f${nth}`)} offset 0) made
      offset 0) ${raw(`r${nth}`)}`,
  );
  const values = texts.map((_, nth) => {
    const value = raw(`f${nth}`);
    return nth === texts.length - 1 ? unlessTooLarge(`b${nth + 1}`, value) : value;
  });
  return { from: sql`(select 0::bigint as b0 offset 0) none ${join(steps, ' ')}`, values };
}

const ITEM = unlessTooLarge('measured.bytes', raw('measured.item'));

/** The rows of `listed` as `measured`, each with the bytes of all items up to its own. */
const measured = (listed: Sql) => sql`(
    select listed.*, sum(octet_length(listed.item)) over (rows unbounded preceding) as bytes
    from ${listed}) measured`;

/** A list's array; the statement fails as soon as it exceeds the maximum response size. */
export function measuredSql(listed: Sql): Sql {
  return sql`(select ${arraySql(ITEM)} from ${measured(listed)})`;
}

/** The same as rows with `id` and `item`. */
export function measuredRows(listed: Sql): Sql {
  return sql`select id::text, ${ITEM} as item from ${measured(listed)}`;
}
