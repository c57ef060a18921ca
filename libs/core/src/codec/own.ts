/** The own value of `record` under `key`; inherited members such as `constructor` do not count. */
export const getOwnValue = <A>(record: Readonly<Record<string, A>>, key: string): A | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
