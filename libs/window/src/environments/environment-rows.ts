import { type EnvironmentView, minRedactedLength, toExactValue, type VariableType } from '@tandem/core';
import type { RpcMethods } from '@tandem/rpc/client';

const canBeUnquoted = (value: string): boolean =>
  value === value.trim() && !/[\r\n]/.test(value) && !value.startsWith('"');

const formatRow = ({ name, value, enabled }: EnvironmentRow): string =>
  `${enabled ? '' : '# '}${name}=${canBeUnquoted(value) ? value : JSON.stringify(value)}`;

/** Formats the variables as text, one `name=value` per line; `#` disables a line, and multi-line values are quoted. */
export const formatEnvironmentRows = (rows: readonly EnvironmentRow[]): string =>
  rows
    .filter(({ secret, name }) => !secret && name.trim() !== '')
    .map(formatRow)
    .join('\n');

const unquote = (text: string): string => {
  if (!text.startsWith('"')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
};

/** Restores the types of variables in rows that were parsed from text, by name. */
export const restoreVariableTypes = (
  rows: readonly EnvironmentRow[],
  before: readonly EnvironmentRow[],
): readonly EnvironmentRow[] => {
  const types = new Map(before.map(({ name, type }) => [name, type]));
  return rows.map((row) => ({ ...row, type: types.get(row.name) }));
};

/** Parses the variables in a text; lines without `=` are names without a value. */
export const parseEnvironmentRows = (text: string): readonly EnvironmentRow[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .flatMap((line) => {
      const isOff = /^(#|\/\/)/.test(line);
      const pair = isOff ? line.replace(/^(#|\/\/)\s*/, '') : line;
      const at = pair.indexOf('=');
      const name = (at < 0 ? pair : pair.slice(0, at)).trim();
      if (name === '') return [];
      const value = at < 0 ? '' : unquote(pair.slice(at + 1).trim());
      return [{ ...blankRow, name, value, enabled: !isOff }];
    });

/** A variable or secret as a row of the table. For a secret, `value` is only what was typed since it was stored. */
export interface EnvironmentRow {
  readonly name: string;
  readonly value: string;
  readonly enabled: boolean;
  readonly secret: boolean;
  /** The name of the stored secret. Its value stays if no new one is typed. Empty for a new row. */
  readonly was: string;
  /** Whether the stored secret has a value. */
  readonly hasValue: boolean;
  /** The type that scripts get for the variable. Undefined means text. */
  readonly type?: VariableType | undefined;
}

type EditedRow = RpcMethods['environments_set_rows']['params']['rows'][number];

/** An empty row. */
export const blankRow: EnvironmentRow = {
  name: '',
  value: '',
  enabled: true,
  secret: false,
  was: '',
  hasValue: false,
};

/** The rows of an environment: variables, then secrets. */
export const listEnvironmentRows = ({
  variables,
  secrets,
}: Pick<EnvironmentView, 'variables' | 'secrets'>): readonly EnvironmentRow[] => [
  ...variables.map((one) => ({ ...blankRow, ...one })),
  ...secrets.map(({ name, enabled, hasValue }) => ({
    ...blankRow,
    name,
    enabled,
    secret: true,
    was: name,
    hasValue,
  })),
];

/** Whether a row has neither a name nor a value. */
export const isBlank = ({ name, value }: EnvironmentRow): boolean => name === '' && value === '';

/** Whether a row is a secret that is too short to be redacted. `short` contains the names of the stored secrets that are. */
export const isShortRow = ({ secret, value, was }: EnvironmentRow, short: readonly string[]): boolean => {
  const { length } = value.trim();
  return secret && (length === 0 ? value === '' && short.includes(was) : length < minRedactedLength);
};

const expectedTexts: Readonly<Record<VariableType, string>> = {
  number: 'a number such as 1.5',
  boolean: 'true or false',
  object: 'JSON of an object or a list',
  null: 'null',
};

/** Describes which value a typed variable needs; undefined if its value has the type. */
export const findTypeProblem = ({ value, type, secret }: EnvironmentRow): string | undefined => {
  if (type === undefined || secret || value.includes('{{')) return undefined;
  const isOfType =
    type === 'null' ? value.trim() === 'null' : typeof toExactValue({ value, type }) !== 'string';
  if (isOfType) return undefined;
  return `Not ${expectedTexts[type]}: scripts get ${type === 'null' ? 'null' : 'text'}`;
};

const isNamed = ({ name }: EnvironmentRow): boolean => name.trim() !== '';

/** Returns the rows that can be stored. */
export const filterNamedRows = (rows: readonly EnvironmentRow[]): readonly EnvironmentRow[] =>
  rows.filter(isNamed);

const isSameRow = (a: EnvironmentRow, b: EnvironmentRow): boolean =>
  a.name === b.name &&
  a.value === b.value &&
  a.enabled === b.enabled &&
  a.secret === b.secret &&
  a.type === b.type;

/** Whether storing `rows` would change nothing. */
export const areRowsStored = (
  rows: readonly EnvironmentRow[],
  stored: readonly EnvironmentRow[],
): boolean => {
  const wanted = filterNamedRows(rows);
  const sorted = [...wanted.filter(({ secret }) => !secret), ...wanted.filter(({ secret }) => secret)];
  return (
    sorted.length === stored.length &&
    sorted.every((row, at) => {
      const other = stored[at];
      return other !== undefined && isSameRow(row, other);
    })
  );
};

/** Converts rows to the arguments of the call that stores them. */
export const toEditedRows = (rows: readonly EnvironmentRow[]): readonly EditedRow[] =>
  filterNamedRows(rows).map(({ name, value, enabled, secret, was, type }) => {
    if (!secret) return { name, value, enabled, ...(type === undefined ? {} : { type }) };
    return { name, enabled, secret, ...(value === '' && was !== '' ? { was } : { value }) };
  });

/** Indexes rows by kind and name; rows with the same name are distinguished by position. */
const indexRowsByKey = (rows: readonly EnvironmentRow[]): ReadonlyMap<string, EnvironmentRow> => {
  const counts = new Map<string, number>();
  return new Map(
    rows.map((row) => {
      const name = `${String(row.secret)} ${row.name}`;
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return [`${name} ${count}`, row];
    }),
  );
};

/**
 * Merges edited rows with stored ones: a row that was not edited since `before` gets the stored value, and an edited row stays unchanged.
 */
export const mergeStoredRows = (
  rows: readonly EnvironmentRow[],
  before: readonly EnvironmentRow[],
  stored: readonly EnvironmentRow[],
): readonly EnvironmentRow[] => {
  const [present, old, now] = [indexRowsByKey(rows), indexRowsByKey(before), indexRowsByKey(stored)];
  const merged = [...present].flatMap(([key, row]) => {
    const was = old.get(key);
    if (was === undefined || !isSameRow(was, row)) return [row];
    const next = now.get(key);
    return next === undefined ? [] : [next];
  });
  const fresh = [...now].filter(([key]) => !old.has(key) && !present.has(key)).map(([, row]) => row);
  return [...merged, ...fresh];
};

/** The storage that the browser has for this tab. Writing throws if it is full. */
export interface SessionText {
  readonly read: () => string | null;
  readonly write: (text: string) => void;
}

/** Edited rows that are not stored yet. They survive closing their table and, except for values of secrets, a reload. */
export interface TypedVariables {
  /** The rows of an environment's table: edited rows merged with stored ones. */
  readonly rows: (id: string, stored: readonly EnvironmentRow[]) => readonly EnvironmentRow[];
  /** Remembers `rows` as long as they differ from the stored ones. */
  readonly put: (id: string, stored: readonly EnvironmentRow[], rows: readonly EnvironmentRow[]) => void;
}

interface TypedRows {
  /** The stored rows at the time of editing. */
  readonly before: readonly EnvironmentRow[];
  readonly rows: readonly EnvironmentRow[];
}

const isRow = (u: unknown): u is EnvironmentRow => {
  const { name, value, secret } = (u ?? {}) as Readonly<Record<string, unknown>>;
  return typeof name === 'string' && typeof value === 'string' && typeof secret === 'boolean';
};

const isRowList = (u: unknown): u is readonly EnvironmentRow[] => Array.isArray(u) && u.every(isRow);

const isTypedRows = (u: unknown): u is TypedRows => {
  const { before, rows } = (u ?? {}) as Readonly<Record<string, unknown>>;
  return isRowList(before) && isRowList(rows);
};

const parseStoredRows = (text: string | null): readonly (readonly [string, TypedRows])[] => {
  try {
    return Object.entries((JSON.parse(text ?? '{}') ?? {}) as Readonly<Record<string, unknown>>).flatMap(
      ([id, one]) => (isTypedRows(one) ? [[id, one] as const] : []),
    );
  } catch {
    return [];
  }
};

/** Removes typed values of secrets, which the browser must not store. */
const clearSecretValues = ({ before, rows }: TypedRows): TypedRows => ({
  before,
  rows: rows.map((row) => (row.secret ? { ...row, value: '' } : row)),
});

/** Opens the edited rows that the browser has stored. */
export const createTypedVariables = ({ read, write }: SessionText): TypedVariables => {
  const all = new Map(parseStoredRows(read()));
  return {
    rows: (id, stored) => {
      const typed = all.get(id);
      return typed ? mergeStoredRows(typed.rows, typed.before, stored) : stored;
    },
    put: (id, stored, rows) => {
      if (JSON.stringify(rows) === JSON.stringify(stored)) {
        if (!all.delete(id)) return;
      } else all.set(id, { before: stored, rows });
      try {
        write(
          JSON.stringify(Object.fromEntries([...all].map(([key, one]) => [key, clearSecretValues(one)]))),
        );
      } catch {
        // The rows are too long for the browser's storage. They stay in memory only.
      }
    },
  };
};
