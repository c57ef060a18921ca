import { useCallback, useState } from 'react';

import { useLink } from '../link/use-link.js';
import { describeProblem } from '../link/problem-words.js';
import { describeUndoResult } from './undo.js';
import { useDrafts } from '../requests/drafts/use-drafts.js';

/** What is undone together: for a caller, its session if known. */
export interface UndoScope {
  readonly by?: string;
  readonly session?: string;
  readonly group?: string;
  readonly since?: string;
}

/** The result message of undoing many changes. */
export interface UndoneAll {
  readonly words: string;
  readonly isBad: boolean;
  /** Undoes the undo; absent if nothing was undone. */
  readonly redo?: () => void;
}

/** Undoes many changes at once, and reports what was undone and what stays. */
export const useUndoAll = () => {
  const link = useLink();
  const drafts = useDrafts();
  const [undone, setUndone] = useState<UndoneAll>();
  const undoAll = useCallback(
    (scope: UndoScope, who?: string): void => {
      // Store unsaved edits first, so that they do not look like part of the changes.
      drafts.flushAll();
      link.call('activity_undo', { ...scope }).then(
        (result) => {
          const { group } = result;
          setUndone({
            words: describeUndoResult(result, who),
            isBad: false,
            ...(group === undefined ? {} : { redo: () => undoAll({ group }) }),
          });
        },
        (cause: unknown) => setUndone({ words: describeProblem(cause), isBad: true }),
      );
    },
    [link, drafts],
  );
  const dismiss = useCallback(() => setUndone(undefined), []);
  return { undone, undoAll, dismiss };
};
