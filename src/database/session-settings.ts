import sql from 'sql-template-tag';
import type { Queryable } from './queryable.ts';

interface Setting {
  readonly name: string;
  readonly value: string;
  /** The defaults with which the service works; absent: with any. */
  readonly fit?: RegExp;
}

/**
 * Settings of every session. A server, a database or a role can have other defaults, which would
 * change what statements mean, how their rows are written, or what a commit reports.
 */
const SETTINGS: readonly Setting[] = [
  // Times in another format would be read as null, or with day and month swapped.
  { name: 'DateStyle', value: 'ISO', fit: /^ISO,/ },
  { name: 'TimeZone', value: 'UTC' },
  // Below zero, figures are rounded to a few digits.
  { name: 'extra_float_digits', value: '1', fit: /^\d$/ },
  // Otherwise, the backslashes in patterns are lost.
  { name: 'standard_conforming_strings', value: 'on', fit: /^on$/ },
  // Stricter levels refuse transactions that wait for each other, such as sales of one product.
  { name: 'default_transaction_isolation', value: 'read committed', fit: /^read (un)?committed$/ },
  { name: 'lock_timeout', value: '0', fit: /^0$/ },
  // A commit that no standby has is reported by a warning. Lower levels report more at each commit.
  { name: 'client_min_messages', value: 'notice', fit: /^(notice|warning)$/ },
  // JIT compilation takes a second for statements that run in milliseconds.
  { name: 'jit', value: 'off' },
];

/** Sets all of them in one simple query. */
export const SET_SESSION = SETTINGS.map(({ name, value }) => `set ${name} = '${value}'`).join('; ');

/**
 * Throws if the role has other defaults that don't work. Through a pooler in transaction mode, the
 * service can't change them, because each transaction may run in another session.
 */
export async function refuseOtherDefaults(db: Queryable): Promise<void> {
  const checked = SETTINGS.filter(({ fit }) => fit !== undefined);
  const names = checked.map(({ name }) => name);
  const found = await db.query<{ role: string; name: string; value: string }>(sql`
    select quote_ident(current_user) as role, name, reset_val as value from pg_settings
    where name = any(${names}::text[])`);
  const advice = checked.flatMap(({ name, value, fit }) => {
    const row = found.find((candidate) => candidate.name === name);
    return !row || fit?.test(row.value) ? [] : [`alter role ${row.role} set ${name} = '${value}'`];
  });
  if (advice.length === 0) return;
  throw new Error(
    `The service doesn't work with these defaults of its role, and can't change them through a pooler. Run on the server, then restart the pooler: ${advice.join('; ')}`,
  );
}
