import { isDeepStrictEqual } from 'node:util';

import { ConfigProblem, type Entry, type EntryPath, type Format, otherTransport } from './formats/format.js';

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const getField = (value: unknown, key: string): unknown =>
  isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** Reads the entry of a file; undefined if the file has none. */
export const readEntry = (format: Format, text: string, { container, name }: EntryPath): unknown =>
  getField(getField(format.read(text), container), name);

/** Whether an entry has all expected fields, and no field that contradicts them. A person may have added other fields. */
export const isSameEntry = (present: unknown, expected: Entry): boolean =>
  isTable(present) &&
  otherTransport.every((key) => !Object.hasOwn(present, key)) &&
  Object.entries(expected).every(([key, value]) => isDeepStrictEqual(getField(present, key), value));

/** Returns the content of a file without the entry, and without the server table if that is then empty. */
const omitEntry = (value: unknown, { container, name }: EntryPath): unknown => {
  if (!isTable(value)) return value;
  const servers = getField(value, container);
  if (!isTable(servers)) return { ...value };
  const left = Object.fromEntries(Object.entries(servers).filter(([key]) => key !== name));
  const rest = Object.fromEntries(Object.entries(value).filter(([key]) => key !== container));
  return Object.keys(left).length === 0 ? rest : { ...rest, [container]: left };
};

/** Makes a change to the text, parses the result, and refuses it if anything but the entry has changed. */
const changeAndVerify = (
  format: Format,
  text: string,
  path: EntryPath,
  change: () => string,
  isDone: (entry: unknown) => boolean,
  what: string,
): string => {
  const before = omitEntry(format.read(text), path);
  try {
    const after = change();
    if (
      isDeepStrictEqual(omitEntry(format.read(after), path), before) &&
      isDone(readEntry(format, after, path))
    )
      return after;
  } catch (error) {
    // The file was valid before, so only the change can have made it invalid.
    if (!(error instanceof ConfigProblem) || !error.message.startsWith('is not valid')) throw error;
  }
  throw new ConfigProblem(
    `has "${path.container}" in a form that Tandem does not change; ${what} the entry "${path.name}" by hand`,
  );
};

/** Adds or updates the entry, and refuses if anything else would change. */
export const putChecked = (format: Format, text: string, path: EntryPath, entry: Entry): string =>
  changeAndVerify(
    format,
    text,
    path,
    () => format.put(text, path, entry),
    (put) => isSameEntry(put, entry),
    'add',
  );

/** Removes the entry, and refuses if anything else would change. */
export const removeChecked = (format: Format, text: string, path: EntryPath): string =>
  changeAndVerify(
    format,
    text,
    path,
    () => format.remove(text, path),
    (left) => left === undefined,
    'remove',
  );
