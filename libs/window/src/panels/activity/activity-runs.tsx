import type { Activity } from '@tandem/core';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

import { sentenceOf } from '../../model/activity.js';
import { momentOf } from '../../model/execution-words.js';

/** How many names of requests are shown before the line is opened. */
const mostNames = 3;

/** The names of the requests that were run, the first to run first. */
const namesOf = (entries: readonly Activity[]): string => {
  const names = [...new Set(entries.map(({ name }) => name))].reverse();
  const more = names.length - mostNames;
  return names.slice(0, mostNames).join(', ') + (more > 0 ? ` and ${more} more` : '');
};

interface Props {
  /** Newest first. */
  readonly entries: readonly [Activity, ...Activity[]];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** The entries one by one. */
  readonly children: ReactNode;
}

/** Executions in a row by the same caller as one line, which opens them. */
export const ActivityRuns = ({ entries, isOpen, onToggle, children }: Props) => {
  const [newest] = entries;
  const isOne = entries.every(({ name }) => name === newest.name);
  const name = isOne ? newest.name : '';
  return (
    <li className="activity-entry">
      <div className="activity-line">
        <button type="button" className="activity-head" aria-expanded={isOpen} onClick={onToggle}>
          <ChevronRight className="k-icon" aria-hidden="true" />
          <span className="activity-what">
            <span>{sentenceOf({ change: newest, name, executions: entries.length })}</span>
            {!isOne && <span className="quiet">{namesOf(entries)}</span>}
          </span>
        </button>
        <time className="quiet" dateTime={newest.at}>
          {momentOf(newest.at, new Date())}
        </time>
        <span className="activity-buttons" />
      </div>
      {isOpen && <ol className="activity-list activity-runs">{children}</ol>}
    </li>
  );
};
