export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type Form = Readonly<Record<string, FormValue>>;

/** A form as Stripe parses it: `a[b]=1` is an object, `a[0]=1` a list. */
export function parseForm(text: string): Form {
  const root: Record<string, FormValue> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part, index) => index === 0 || part !== '');
    put(root, path, value);
  }
  return listsOf(root) as Form;
}

function put(target: Record<string, FormValue>, [first = '', ...rest]: string[], value: string) {
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  target[first] ??= {};
  put(target[first] as Record<string, FormValue>, rest, value);
}

/** Objects whose keys count up from 0 are lists. */
function listsOf(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const names = Object.keys(value);
  const inner = names.map((name) => listsOf(value[name] as FormValue));
  if (names.length > 0 && names.every((name, index) => name === String(index))) return inner;
  return Object.fromEntries(names.map((name, index) => [name, inner[index] as FormValue]));
}
