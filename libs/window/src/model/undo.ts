import { alike } from './alike.js';
import { contentOf, type Edits, type Field, type SavedRequest } from './saved-request.js';

/** The edits that undo a change, and the fields that they leave because somebody changed them since. */
export interface UndoEdits {
  readonly edits: Edits;
  readonly kept: readonly Field[];
}

/** The edits that undo the change from `before` to `after` in `present`, for the fields that still have what the change set. */
export const undoEdits = (before: SavedRequest, after: SavedRequest, present: SavedRequest): UndoEdits => {
  const old: Edits = contentOf(before);
  const made: Edits = contentOf(after);
  const now: Edits = contentOf(present);
  const fields = Object.keys(old) as Field[];
  const changed = fields.filter((field) => !alike(old[field], made[field]) && !alike(old[field], now[field]));
  const isAsMade = (field: Field): boolean => alike(made[field], now[field]);
  return {
    edits: Object.fromEntries(changed.filter(isAsMade).map((field) => [field, old[field]])),
    kept: changed.filter((field) => !isAsMade(field)),
  };
};

/** The message about fields that an undo left. */
export const keptWords = (kept: readonly Field[]): string =>
  `Later changes were kept: ${kept.map((field) => (field === 'description' ? 'notes' : field)).join(', ')}.`;
