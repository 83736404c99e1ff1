type Fields = Readonly<Record<string, unknown>>;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields of a body that differ from the form's initial ones; `id` is always included. */
export function changedFields<Body extends object>(before: Body, after: Body): Body {
  const old = before as Fields;
  const changed = Object.entries(after).filter(
    ([name, value]) => name === 'id' || !isSame(value, old[name]),
  );
  return Object.fromEntries(changed) as Body;
}

/** Names of the fields that differ. */
export function differing(one: Fields, other: Fields): string[] {
  return Object.keys(one).filter((name) => !isSame(one[name], other[name]));
}

/** The user's changes, applied on top of someone else's saved changes. */
export function onTopOf<Values extends Fields>(
  begun: Values,
  typed: Values,
  latest: Values,
): Values {
  const mine = differing(begun, typed).map((name) => [name, typed[name]]);
  return { ...latest, ...Object.fromEntries(mine) };
}
