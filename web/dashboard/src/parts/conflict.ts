import { differing } from './changed-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A field that someone else has changed. */
export interface Change {
  readonly label: string;
  /** Whether the user has changed it too. */
  readonly isMine: boolean;
  /** Both values as text; null for objects and lists. */
  readonly values: { readonly here: string; readonly theirs: string } | null;
}

/** Changes that someone else has saved since the form was loaded, and both ways to resolve them. */
export interface Conflict {
  readonly changes: readonly Change[];
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
}

/** Maximum characters shown of a text. */
const MAX_SHOWN = 120;

/** The fields that someone else has changed since the form was loaded, with both values. */
export function changesBetween(
  begun: Fields,
  typed: Fields,
  latest: Fields,
  labels: Readonly<Record<string, string>>,
): readonly Change[] {
  const mine = differing(begun, typed);
  return differing(begun, latest).map((name) => {
    const [here, theirs] = [wordsOf(typed[name]), wordsOf(latest[name])];
    return {
      label: labels[name] ?? name,
      isMine: mine.includes(name),
      values: here !== null && theirs !== null ? { here, theirs } : null,
    };
  });
}

function wordsOf(value: unknown): string | null {
  if (value === '' || value === null) return 'empty';
  if (typeof value === 'number') return value.toLocaleString('en');
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value !== 'string') return null;
  return `“${value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value}”`;
}
