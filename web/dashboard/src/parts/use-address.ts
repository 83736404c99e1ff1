import { useNavigate, useSearch } from '@tanstack/react-router';
import { filterValues, PLACE, textValues, type Values, without } from './list-page.ts';

/** What the page's address says of a list, and how to change it. */
export interface Address {
  readonly all: Values;
  /** Filter values alone. */
  readonly values: Values;
  readonly setValue: (
    name: string,
    value: string,
    options?: { readonly isTyped?: boolean },
  ) => void;
  /** Several at once. */
  readonly setValues: (changes: Values) => void;
  /** Changes page: the values that the address gets for it. */
  readonly turn: (place: Values) => void;
}

/** The filters of a list, kept in the address: a link shows the same, and so does a step back. */
export function useAddress(): Address {
  const navigate = useNavigate();
  const all = textValues(useSearch({ strict: false }));
  const values = filterValues(all);
  const go = (search: Values, replace = false) =>
    navigate({ to: '.', search, replace } as unknown as Parameters<typeof navigate>[0]);
  const setValues = (changes: Values, replace = false) => {
    const next = Object.entries({ ...without(all, PLACE), ...changes });
    go(Object.fromEntries(next.filter(([, value]) => value !== '')), replace);
  };
  return {
    all,
    values,
    // What is typed is one step back, however many letters it has.
    setValue: (name, value, { isTyped = false } = {}) =>
      setValues({ [name]: value }, isTyped && Boolean(values[name])),
    setValues: (changes) => setValues(changes),
    turn: (to) => go({ ...without(all, PLACE), ...to }),
  };
}
