import { type EnvironmentView, minHiddenLength, type VariableType } from '@tandem/core';
import type { RpcMethods } from '@tandem/rpc/client';

/** A variable or a secret as a line of the table; of a secret `value` is only what was typed. */
export interface EnvironmentRow {
  readonly name: string;
  readonly value: string;
  readonly enabled: boolean;
  readonly secret: boolean;
  /** The stored secret whose value it keeps while nothing is typed; empty for a new one. */
  readonly was: string;
  /** Whether that one has a value. */
  readonly hasValue: boolean;
  /** What scripts get for the value of a variable; text if undefined. */
  readonly type?: VariableType | undefined;
}

type EditedRow = RpcMethods['environments_edit']['params']['rows'][number];

/** An empty line. */
export const blankRow: EnvironmentRow = {
  name: '',
  value: '',
  enabled: true,
  secret: false,
  was: '',
  hasValue: false,
};

/** The lines of an environment: variables, then secrets. */
export const rowsOf = ({
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

/** Whether a line has nothing that could be stored or typed on. */
export const isBlank = ({ name, value }: EnvironmentRow): boolean => name === '' && value === '';

/** Whether a line is a secret that is too short to be hidden, given the names of the stored ones that are. */
export const isShortRow = ({ secret, value, was }: EnvironmentRow, short: readonly string[]): boolean => {
  const { length } = value.trim();
  return secret && (length === 0 ? value === '' && short.includes(was) : length < minHiddenLength);
};

const isNamed = ({ name }: EnvironmentRow): boolean => name.trim() !== '';

/** Those that can be stored. */
export const filterNamedRows = (rows: readonly EnvironmentRow[]): readonly EnvironmentRow[] =>
  rows.filter(isNamed);

const isSame = (a: EnvironmentRow, b: EnvironmentRow): boolean =>
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
      return other !== undefined && isSame(row, other);
    })
  );
};

/** The arguments that store `rows`. */
export const toEditedRows = (rows: readonly EnvironmentRow[]): readonly EditedRow[] =>
  filterNamedRows(rows).map(({ name, value, enabled, secret, was, type }) => {
    if (!secret) return { name, value, enabled, ...(type === undefined ? {} : { type }) };
    return { name, enabled, secret, ...(value === '' && was !== '' ? { was } : { value }) };
  });

/** Rows by kind and name, where a repeated name is told apart by its place among its like. */
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

/** What is typed, over what is stored now: a row that was not touched since `before` follows, one that was stays. */
export const mergeStoredRows = (
  rows: readonly EnvironmentRow[],
  before: readonly EnvironmentRow[],
  stored: readonly EnvironmentRow[],
): readonly EnvironmentRow[] => {
  const [present, old, now] = [indexRowsByKey(rows), indexRowsByKey(before), indexRowsByKey(stored)];
  const kept = [...present].flatMap(([key, row]) => {
    const was = old.get(key);
    if (was === undefined || !isSame(was, row)) return [row];
    const next = now.get(key);
    return next === undefined ? [] : [next];
  });
  const fresh = [...now].filter(([key]) => !old.has(key) && !present.has(key)).map(([, row]) => row);
  return [...kept, ...fresh];
};
