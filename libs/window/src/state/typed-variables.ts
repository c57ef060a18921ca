import type { Pair } from '@tandem/core';

import { withStored } from '../model/variable-rows.js';

/** The browser's storage of this tab; throws when it is full. */
export interface SessionText {
  readonly read: () => string | null;
  readonly write: (text: string) => void;
}

/** Rows of variables that were typed and are not stored; they outlive their table and a reload. */
export interface TypedVariables {
  /** What the table of an environment shows: what was typed, over what is stored. */
  readonly rows: (id: string, stored: readonly Pair[]) => readonly Pair[];
  /** Keeps `rows` while they are not what is stored. */
  readonly put: (id: string, stored: readonly Pair[], rows: readonly Pair[]) => void;
}

interface Typed {
  /** What was stored when the rows were typed. */
  readonly before: readonly Pair[];
  readonly rows: readonly Pair[];
}

const isPair = (u: unknown): u is Pair =>
  typeof (u as Partial<Pair> | null)?.name === 'string' && typeof (u as Partial<Pair>).value === 'string';

const arePairs = (u: unknown): u is readonly Pair[] => Array.isArray(u) && u.every(isPair);

const isTyped = (u: unknown): u is Typed => {
  const { before, rows } = (u ?? {}) as Readonly<Record<string, unknown>>;
  return arePairs(before) && arePairs(rows);
};

const readKept = (text: string | null): readonly (readonly [string, Typed])[] => {
  try {
    return Object.entries((JSON.parse(text ?? '{}') ?? {}) as Readonly<Record<string, unknown>>).flatMap(
      ([id, one]) => (isTyped(one) ? [[id, one] as const] : []),
    );
  } catch {
    return [];
  }
};

/** Opens the rows that were kept. */
export const createTypedVariables = ({ read, write }: SessionText): TypedVariables => {
  const all = new Map(readKept(read()));
  return {
    rows: (id, stored) => {
      const typed = all.get(id);
      return typed ? withStored(typed.rows, typed.before, stored) : stored;
    },
    put: (id, stored, rows) => {
      if (JSON.stringify(rows) === JSON.stringify(stored)) {
        if (!all.delete(id)) return;
      } else all.set(id, { before: stored, rows });
      try {
        write(JSON.stringify(Object.fromEntries(all)));
      } catch {
        // Too long for the browser; the page keeps it all the same.
      }
    },
  };
};
