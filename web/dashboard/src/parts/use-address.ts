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

/** Changes the query parameters; empty ones are removed. */
type ChangeAddress = (change: (latest: Values) => Values, replace?: boolean) => void;

/** Changes apply to the latest address, even if it isn't shown yet: two quick ones both count. */
export function useChangeAddress(): ChangeAddress {
  const navigate = useNavigate();
  return (change, replace = false) => {
    const search = (latest: Record<string, unknown>) => {
      const next = Object.entries(change(textValues(latest)));
      return Object.fromEntries(next.filter(([, value]) => value !== ''));
    };
    navigate({ to: '.', search, replace } as unknown as Parameters<typeof navigate>[0]);
  };
}

/** Keeps a list's state in the URL, so that links and the Back button restore it. */
export function useAddress(): Address {
  const go = useChangeAddress();
  const all = textValues(useSearch({ strict: false }));
  const values = filterValues(all);
  const setValues = (changes: Values, replace = false) =>
    go((latest) => ({ ...without(latest, PLACE), ...changes }), replace);
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
