/** The own value of `record` under `key`. Ignores inherited members such as `constructor`. */
export const getOwnValue = <A>(record: Readonly<Record<string, A>>, key: string): A | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
