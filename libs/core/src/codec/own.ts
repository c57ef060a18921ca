/** What `record` itself has under `key`; what it inherits, such as `constructor`, is none of it. */
export const ownValue = <A>(record: Readonly<Record<string, A>>, key: string): A | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
