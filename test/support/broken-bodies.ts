import type { Action } from '../../src/contract/action.ts';
import { ActionError, type ErrorRow } from '../../src/contract/errors.ts';
import { parseInput } from '../../src/contract/input.ts';

type Body = Readonly<Record<string, unknown>>;
type Path = readonly string[];

/** A body field with a different value, and the row that answers if nothing else is wrong. */
export interface Breakage {
  readonly path: Path;
  readonly value: unknown;
  /** Null: no row applies, and the answer names the field. */
  readonly row: ErrorRow | null;
}

/** Removes the field. */
const ABSENT = Symbol('absent');
const keys = (count: number) =>
  Object.fromEntries([...Array(count).keys()].map((n) => [`k${n}`, 1]));

/** Possible errors for a value of any kind. */
const WRONG_VALUES: readonly unknown[] = [
  ...[ABSENT, null, 5, -1, 0.5, 1e12, true, [], [5], ['x'], {}, { a: 5 }, { '': 'x' }],
  ...['', ' ', 'x', '0', '1.00001', '9999999', 'x\u0007', 'x\u0000', 'ABC', 'US', ' a@b.c'],
  ...['x'.repeat(70), 'x'.repeat(20_000), ['card'], { trialDays: 0 }, { usd: {} }],
  ...[keys(51), { ['k'.repeat(65)]: 'x' }, { k: 'x'.repeat(17_000) }],
  ...[Array(21).fill({ type: 'image', url: 'https://example.com/a.png' }), '2020-01-01T00:00:00Z'],
];

/** For each field, one way to break each row that its values can break. */
export function breakagesOf(action: Action, body: Body): Breakage[] {
  const found = new Map<string, Breakage>();
  for (const path of pathsOf(body)) {
    for (const value of [...WRONG_VALUES, ` ${valueAt(body, path)} `]) {
      const answer = answerTo(action, brokenBody(body, [{ path, value }]));
      if (answer === 'accepted') continue;
      const key = `${path.join('.')} ${answer?.code}`;
      if (!found.has(key)) found.set(key, { path, value, row: answer });
    }
  }
  return [...found.values()];
}

/** The row that answers the body; null if the answer names a field, or the body is valid. */
export function answerTo(action: Action, body: Body): ErrorRow | null | 'accepted' {
  try {
    parseInput(action.input, action.errors, body);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    return rowOf(action, error.message);
  }
}

/** The row of a message, regardless of the value it repeats. */
export function rowOf(action: Action, message: string): ErrorRow | null {
  const rows = Object.values(action.errors);
  return rows.find(({ template }) => matches(template, message)) ?? null;
}

function matches(template: string, message: string): boolean {
  const [start = '', end] = template.replace('"..."', '...').split('...');
  if (end === undefined) return message === template;
  return start !== '' && message.startsWith(start) && message.endsWith(end);
}

/** Of several rows, the highest in the table; a field without a row comes last. */
export function highestOf(breakages: readonly Breakage[]): ErrorRow | null {
  const rows = breakages.map(({ row }) => row).filter((row) => row !== null);
  return rows.sort((one, other) => one.order - other.order)[0] ?? null;
}

/** Whether both changes can be made to one body. */
export function areApart(one: Breakage, other: Breakage): boolean {
  const shorter = Math.min(one.path.length, other.path.length);
  return one.path.slice(0, shorter).join('.') !== other.path.slice(0, shorter).join('.');
}

export function brokenBody(body: Body, changes: readonly Pick<Breakage, 'path' | 'value'>[]): Body {
  const changed = structuredClone(body) as Record<string, unknown>;
  for (const { path, value } of changes) {
    const holder = valueAt(changed, path.slice(0, -1)) as Record<string, unknown>;
    const name = path.at(-1) as string;
    if (value === ABSENT) delete holder[name];
    else holder[name] = value;
  }
  return changed;
}

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([name, held]) => pathsOf(held, [...path, name]));
  return path.length === 0 ? inner : [path, ...inner];
}

function valueAt(body: unknown, path: Path): unknown {
  return path.reduce((held, name) => (held as Record<string, unknown>)[name], body);
}
