import { useCallback, useState } from 'react';

import { formatActor } from './activity.js';
import { useLink } from '../link/use-link.js';
import { describeProblem } from '../link/problem-words.js';
import { shortenName } from '../shell/phrases.js';
import { useDrafts } from '../requests/drafts/use-drafts.js';

const formatField = (field: string): string => (field === 'description' ? 'notes' : field);

interface UndoResult {
  readonly undone: number;
  readonly stays: readonly {
    readonly name: string;
    readonly fields: readonly string[];
    readonly by?: string;
  }[];
  readonly hasMore?: boolean;
}

/** Maximum number of names in the message about items that were not restored. */
const maxNamed = 5;

const describeSkippedItem = ({ name, fields, by }: UndoResult['stays'][number]): string => {
  const who = by === undefined ? '' : `by ${by === 'window' ? 'you' : formatActor({ by })}`;
  const about = [...fields.map(formatField), who].filter((part) => part !== '').join(', ');
  return about === '' ? shortenName(name) : `${shortenName(name)} (${about})`;
};

/** Describes the items that an undo skipped because they had changed since; empty if it skipped none. */
export const describeSkippedItems = (stays: UndoResult['stays']): readonly string[] => {
  if (stays.length === 0) return [];
  const more = stays.length - maxNamed;
  const named =
    stays.slice(0, maxNamed).map(describeSkippedItem).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return [`Kept, because changed since: ${named}.`];
};

/**
 * Describes an undo of many changes: how many were undone and which were skipped. If no caller is named, the sentence describes a redo.
 */
export const describeUndoResult = ({ undone, stays, hasMore = false }: UndoResult, who?: string): string => {
  const about = who === undefined ? '' : ` by ${who}`;
  if (undone === 0 && stays.length === 0) return `There is no change${about} to undo.`;
  const count = `${undone.toLocaleString('en')} ${undone === 1 ? 'change' : 'changes'}`;
  return [
    who === undefined ? `Redid ${count}.` : `Undid ${count}${about}.`,
    ...describeSkippedItems(stays),
    ...(hasMore ? ['There are more; undo again.'] : []),
  ].join(' ');
};

/** Describes the fields that an undo skipped: secrets, and fields that had been changed again. */
export const describeSkippedFields = (kept: readonly string[]): string => {
  const later = kept.filter((field) => field !== 'secrets').map(formatField);
  return [
    ...(later.length === 0 ? [] : [`Later changes were kept: ${later.join(', ')}.`]),
    ...(kept.includes('secrets')
      ? ['Secrets are unchanged, because they were changed since or their earlier values are not stored.']
      : []),
  ].join(' ');
};

/** The changes that are undone together: those of one session, or of one caller if the session is unknown. */
export interface UndoScope {
  readonly by?: string;
  readonly session?: string;
  readonly group?: string;
  readonly since?: string;
}

/** The message about an undo of many changes. */
export interface UndoneAll {
  readonly words: string;
  readonly isBad: boolean;
  /** Reverses the undo; absent if nothing was undone. */
  readonly redo?: () => void;
}

/** Undoes many changes at once, and reports what was undone and what was skipped. */
export const useUndoAll = () => {
  const link = useLink();
  const drafts = useDrafts();
  const [undone, setUndone] = useState<UndoneAll>();
  const undoAll = useCallback(
    (scope: UndoScope, who?: string): void => {
      // Store unsaved edits first. Otherwise they would look like part of the undone changes.
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
