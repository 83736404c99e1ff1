import { useNavigate, useSearch } from '@tanstack/react-router';
import { filterValues, PLACE, textValues, type Values, without } from './list-page.ts';

/** A list's state in the URL, and how to change it. */
export interface Address {
  readonly all: Values;
  /** Only the filters. */
  readonly values: Values;
  readonly setValue: (
    name: string,
    value: string,
    options?: { readonly isTyped?: boolean },
  ) => void;
  /** Sets several at once. */
  readonly setValues: (changes: Values) => void;
  /** Goes to another page of the list, given by its query parameters. */
  readonly turn: (place: Values) => void;
}

/** Keeps a list's state in the URL, so that links and the Back button restore it. */
export function useAddress(): Address {
  const navigate = useNavigate();
  const all = textValues(useSearch({ strict: false }));
  const values = filterValues(all);
  // From the latest address, even if it isn't shown yet: two quick changes both count.
  const go = (change: (latest: Values) => Values, replace = false) =>
    navigate({
      to: '.',
      search: (latest: Record<string, unknown>) => change(textValues(latest)),
      replace,
    } as unknown as Parameters<typeof navigate>[0]);
  const setValues = (changes: Values, replace = false) =>
    go((latest) => {
      const next = Object.entries({ ...without(latest, PLACE), ...changes });
      return Object.fromEntries(next.filter(([, value]) => value !== ''));
    }, replace);
  return {
    all,
    values,
    // Typing creates a single history entry, not one for each letter.
    setValue: (name, value, { isTyped = false } = {}) =>
      setValues({ [name]: value }, isTyped && Boolean(values[name])),
    setValues: (changes) => setValues(changes),
    turn: (to) => go((latest) => ({ ...without(latest, PLACE), ...to })),
  };
}
