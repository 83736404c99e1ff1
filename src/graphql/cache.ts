/** Values by key; the least recently used goes when there are too many. */
export interface Cache<Value> {
  /** The value of the key, made when it is not there; what throws is not kept. */
  get(key: string, make: () => Value): Value;
}

export function createCache<Value>(most: number): Cache<Value> {
  const values = new Map<string, Value>();
  return {
    get: (key, make) => {
      const known = values.get(key);
      const value = known === undefined ? make() : known;
      if (known !== undefined) values.delete(key);
      else if (values.size >= most) forgetOldest(values);
      values.set(key, value);
      return value;
    },
  };
}

function forgetOldest(values: Map<string, unknown>): void {
  const [oldest] = values.keys();
  if (oldest !== undefined) values.delete(oldest);
}
