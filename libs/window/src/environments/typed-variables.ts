import { type EnvironmentRow, mergeStoredRows } from './environment-rows.js';

/** The browser's storage of this tab; throws if it is full. */
export interface SessionText {
  readonly read: () => string | null;
  readonly write: (text: string) => void;
}

/** Typed rows that are not stored yet. They outlive their table, and all but secret values outlive a reload. */
export interface TypedVariables {
  /** What the table of an environment shows: typed rows over stored ones. */
  readonly rows: (id: string, stored: readonly EnvironmentRow[]) => readonly EnvironmentRow[];
  /** Keeps `rows` while they differ from the stored ones. */
  readonly put: (id: string, stored: readonly EnvironmentRow[], rows: readonly EnvironmentRow[]) => void;
}

interface TypedRows {
  /** What was stored when the rows were typed. */
  readonly before: readonly EnvironmentRow[];
  readonly rows: readonly EnvironmentRow[];
}

const isRow = (u: unknown): u is EnvironmentRow => {
  const { name, value, secret } = (u ?? {}) as Readonly<Record<string, unknown>>;
  return typeof name === 'string' && typeof value === 'string' && typeof secret === 'boolean';
};

const isRowList = (u: unknown): u is readonly EnvironmentRow[] => Array.isArray(u) && u.every(isRow);

const isTyped = (u: unknown): u is TypedRows => {
  const { before, rows } = (u ?? {}) as Readonly<Record<string, unknown>>;
  return isRowList(before) && isRowList(rows);
};

const parseStoredRows = (text: string | null): readonly (readonly [string, TypedRows])[] => {
  try {
    return Object.entries((JSON.parse(text ?? '{}') ?? {}) as Readonly<Record<string, unknown>>).flatMap(
      ([id, one]) => (isTyped(one) ? [[id, one] as const] : []),
    );
  } catch {
    return [];
  }
};

/** The rows as the browser may keep them: typed secret values stay in the page. */
const clearSecretValues = ({ before, rows }: TypedRows): TypedRows => ({
  before,
  rows: rows.map((row) => (row.secret ? { ...row, value: '' } : row)),
});

/** Opens the kept rows. */
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
        // Too long for the browser; the page keeps it all the same.
      }
    },
  };
};
