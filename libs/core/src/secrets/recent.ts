/** A cache that keeps the most recently used values by key. */
export interface Recent<A> {
  readonly get: (key: string) => A | undefined;
  readonly set: (key: string, value: A) => void;
}

/** Keeps the `most` recently used values. */
export const createRecent = <A>(most: number): Recent<A> => {
  const values = new Map<string, A>();
  const set = (key: string, value: A): void => {
    values.delete(key);
    values.set(key, value);
    for (const oldest of values.keys()) {
      if (values.size <= most) break;
      values.delete(oldest);
    }
  };
  const get = (key: string): A | undefined => {
    const value = values.get(key);
    if (value !== undefined) set(key, value);
    return value;
  };
  return { get, set };
};
