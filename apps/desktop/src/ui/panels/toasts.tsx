import { useEffect, useState } from 'react';

import { type Activity, canUndo, isForeign, sentenceOf } from '../model/activity.js';
import type { Summary } from '../model/saved-request.js';
import { useLive } from '../state/live.js';
import { RunningList } from './running-list.js';

/** How long a change is told, in milliseconds. */
const tellMs = 12_000;

/** How many are told at once. */
const mostTold = 3;

/** A change that a person should hear of: one by somebody else, or a deletion of their own. */
const isTold = ({ change, isUndone = false }: Activity): boolean =>
  !isUndone &&
  change.entity !== 'workspace' &&
  (isForeign(change) || (change.op === 'deleted' && change.entity !== 'environment'));

const useNow = (): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => {
      setNow(Date.now());
    }, 1_000);
    return () => {
      window.clearInterval(timer);
    };
  }, []);
  return now;
};

/** The latest changes, each with a way to take it back. */
export const Toasts = ({
  show,
  requests,
}: {
  readonly show: (key: string) => void;
  readonly requests: readonly Summary[];
}) => {
  const { activities, undo, problem } = useLive();
  const now = useNow();
  const told = activities.filter((one) => isTold(one) && now - one.at < tellMs).slice(0, mostTold);
  return (
    <section className="toasts" aria-label="Changes" aria-live="polite">
      <RunningList requests={requests} />
      {told.map((activity) => (
        <div key={activity.key} className="toast">
          <span>{sentenceOf(activity)}</span>
          {activity.change.op !== 'deleted' && activity.change.entity !== 'environment' && (
            <button type="button" className="link" onClick={() => show(activity.change.id)}>
              Show
            </button>
          )}
          {canUndo(activity) && (
            <button type="button" className="link" onClick={() => undo(activity)}>
              Undo
            </button>
          )}
        </div>
      ))}
      {problem && now - problem.at < tellMs && <p className="toast bad">{problem.text}</p>}
    </section>
  );
};
