import {
  type ActivityField,
  type AppError,
  type AppResult,
  createInvalidInput,
  type SavedRequest,
} from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import { TE } from '@tandem/core/fp';

import { isSameJson } from './field-values.js';
import type { LaterChanges } from './later-changes.js';

/** The outcome of undoing one entry. */
export interface UndoneEntry {
  /** Whether the entry counts as undone. Also true if its values had already been restored. */
  readonly isUndone: boolean;
  /** The fields left unchanged because others have changed them since. */
  readonly kept: readonly string[];
  /** The restored request. */
  readonly request?: SavedRequest;
}

export const emptyUndo: UndoneEntry = { isUndone: true, kept: [] };

export const refuseUndo = (id: string, why: string): AppResult<never> =>
  TE.left<AppError>(
    createInvalidInput('id', why, { expected: 'the id of a change that can be undone', got: id }),
  );

export type Values = Readonly<Record<string, unknown>>;

/** The previous values of the fields that nobody has changed since, and the names of the other fields. */
export const planFieldUndo = (fields: readonly ActivityField[], present: Values, later: LaterChanges) => {
  const placed = (name: string, value: unknown): unknown =>
    (name === 'folder' || name === 'path') && typeof value === 'string' ? later.pathNow(value) : value;
  const changed = fields
    .map(({ name, before, after }) => ({ name, before: placed(name, before), after: placed(name, after) }))
    .filter(({ name, before }) => !isSameJson(before, getOwnValue(present, name)));
  const isAsMade = ({ name, after }: (typeof changed)[number]): boolean =>
    isSameJson(after, getOwnValue(present, name)) && later.of(name) === undefined;
  return {
    edits: Object.fromEntries(changed.filter(isAsMade).map(({ name, before }) => [name, before])),
    kept: changed.filter((field) => !isAsMade(field)).map(({ name }) => name),
  };
};

/** Removes an edit from an undo if the edit cannot be made. Its field keeps its current value. */
export const removeEdit = (
  field: string,
  { edits, kept }: ReturnType<typeof planFieldUndo>,
): ReturnType<typeof planFieldUndo> => ({
  edits: Object.fromEntries(Object.entries(edits).filter(([name]) => name !== field)),
  kept: [...kept, field],
});
