import type { Activity } from '@tandem/core';
import { ChevronRight, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';

import { Badge, Button } from '../kit/index.js';
import { toRefusal, describeActivity, formatActor } from './activity.js';
import { describeImport } from './entry-words.js';
import { formatMoment } from '../response/outcome.js';
import type { UndoScope } from './use-undo-all.js';

/** How many request names a closed line shows. */
const maxNames = 3;

/** The names of what was changed or run, oldest first. */
const formatNames = (entries: readonly Activity[]): string => {
  const names = [...new Set(entries.map(({ name }) => name))].reverse();
  const more = names.length - maxNames;
  return names.slice(0, maxNames).join(', ') + (more > 0 ? ` and ${more} more` : '');
};

interface Props {
  /** Newest first. */
  readonly entries: readonly [Activity, ...Activity[]];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Undoes the changes of an import. */
  readonly onUndo: (scope: UndoScope, who: string) => void;
  /** The entries one by one. */
  readonly children: ReactNode;
}

const describeRunEntries = ([newest, ...others]: Props['entries']): string => {
  const isOne = others.every(({ name }) => name === newest.name);
  return describeActivity({
    change: newest,
    name: isOne ? newest.name : '',
    executions: others.length + 1,
    refusal: toRefusal(newest.error),
  });
};

/** Consecutive executions by the same caller, or the changes of an import, as one expandable line. */
export const ActivityRuns = ({ entries, isOpen, onToggle, onUndo, children }: Props) => {
  const [newest] = entries;
  const { imported, group = '' } = newest;
  const isUndone = entries.every(({ undone }) => undone === true);
  const isOne = entries.every(({ name }) => name === newest.name);
  return (
    <li className="activity-entry">
      <div className="activity-line">
        <button type="button" className="activity-head" aria-expanded={isOpen} onClick={onToggle}>
          <ChevronRight className="k-icon" aria-hidden="true" />
          <span className="activity-what">
            <span>{imported ? describeImport(entries) : describeRunEntries(entries)}</span>
            {!isOne && <span className="quiet">{formatNames(entries)}</span>}
          </span>
        </button>
        {isUndone && <Badge>undone</Badge>}
        <time className="quiet" dateTime={newest.at}>
          {formatMoment(newest.at, new Date())}
        </time>
        <span className="activity-buttons">
          {imported && !isUndone && (
            <Button
              isSmall
              variant="quiet"
              icon={Undo2}
              onClick={() => onUndo({ group }, formatActor(newest))}
            >
              Undo import
            </Button>
          )}
        </span>
      </div>
      {isOpen && <ol className="activity-list activity-runs">{children}</ol>}
    </li>
  );
};
