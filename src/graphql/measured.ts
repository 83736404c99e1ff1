import { join, raw, type Sql, sql } from '../database/database.ts';
import { MAX_ANSWER_BYTES } from './limits.ts';
import { arraySql } from './place.ts';

/** Values of one row that are worked out one after the other. */
export interface Steps {
  /** What stands behind `from`. */
  readonly from: Sql;
  /** The values, in their order. */
  readonly values: readonly Sql[];
}

/** The value, unless so many bytes are more than any answer may have: then the statement ends. */
function unlessTooLarge(bytes: string, value: Sql): Sql {
  return sql`case when ${raw(`${bytes} > ${MAX_ANSWER_BYTES} then refuse_large_answer(${bytes})`)}
    else ${value} end`;
}

/** Works out texts one after the other, until together they are larger than any answer may be. */
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

/** A list's array; the statement ends as soon as it is larger than any answer may be. */
export function measuredSql(listed: Sql): Sql {
  const item = unlessTooLarge('measured.bytes', raw('measured.item'));
  return sql`(select ${arraySql(item)} from (
    select listed.item, sum(octet_length(listed.item)) over (rows unbounded preceding) as bytes
    from ${listed}) measured)`;
}
