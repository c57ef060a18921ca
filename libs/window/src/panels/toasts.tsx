import { X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';

import { type Activity, canUndo, sentenceOf } from '../model/activity.js';
import { isRequestId, type Summary } from '../model/saved-request.js';
import { roomFor, notificationMs, notificationsAt } from '../model/notifications.js';
import { useLive } from '../state/live.js';
import type { Said } from '../state/said.js';
import { IconButton, useIsNarrow } from '../kit/index.js';
import { RunningList, useForeignRuns } from './running-list.js';
import { NewScriptsNotice } from './new-scripts-notice.js';
import { WaitingAgents } from './waiting-agents.js';
import { WaitingSecrets } from './waiting-secrets.js';

/** How many changes are shown beside all runs, and how many of both where they take room of their own. */
const most = { wide: 3, narrow: 2 };

/** The current time, which stops while the element is hovered or has the focus. */
const useNow = (at: RefObject<HTMLElement | null>): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (at.current?.matches(':hover, :focus-within') !== true) setNow(Date.now());
    }, 1_000);
    return () => {
      window.clearInterval(timer);
    };
  }, [at]);
  return now;
};

/** Gives the focus to the button that closes the next of the stack, or the one before. */
const passFocus = (button: HTMLElement): void => {
  const toast = button.closest('.toast');
  const beside = toast?.nextElementSibling ?? toast?.previousElementSibling;
  beside?.querySelector<HTMLElement>('button:last-child')?.focus();
};

const Toast = ({
  activity,
  show,
  onClose,
}: {
  readonly activity: Activity;
  readonly show: (key: string) => void;
  readonly onClose: () => void;
}) => {
  const { undo } = useLive();
  const { change } = activity;
  const sentence = sentenceOf(activity);
  const request = isRequestId(change.id) ? change.id : activity.requestId;
  // Several executions are listed there.
  const shown = request ?? (change.entity === 'execution' ? 'history' : undefined);
  return (
    <div className="toast">
      <span title={sentence}>{sentence}</span>
      {change.op !== 'deleted' && shown !== undefined && (
        <button type="button" className="link" onClick={() => show(shown)}>
          Show
        </button>
      )}
      {canUndo(activity) && (
        <button type="button" className="link" onClick={() => undo(activity)}>
          Undo
        </button>
      )}
      <IconButton
        icon={X}
        look="small"
        label={`Close: ${sentence}`}
        tooltip="Close"
        onClick={({ currentTarget }) => {
          passFocus(currentTarget);
          onClose();
        }}
      />
    </div>
  );
};

/** The latest changes, each with buttons to undo and to close it. */
export const Toasts = ({
  shown,
  show,
  requests,
  said,
}: {
  /** The tab that is shown. */
  readonly shown: string | undefined;
  readonly show: (key: string) => void;
  readonly requests: readonly Summary[];
  /** A message about something that the person did. */
  readonly said: Said | undefined;
}) => {
  const section = useRef<HTMLElement>(null);
  const { activities, problem } = useLive();
  const isNarrow = useIsNarrow();
  const runs = useForeignRuns();
  const now = useNow(section);
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const all = notificationsAt(activities, closed, now);
  const shares = isNarrow
    ? roomFor(runs.length, all.length, most.narrow)
    : { runs: runs.length, changes: most.wide };
  const told = all.slice(0, shares.changes);
  return (
    <section ref={section} className="toasts" aria-label="Changes" aria-live="polite">
      <WaitingSecrets show={show} />
      <NewScriptsNotice show={show} />
      <WaitingAgents shown={shown} show={show} />
      <RunningList requests={requests} runs={runs} most={shares.runs} />
      {told.map((activity) => (
        <Toast
          key={activity.key}
          activity={activity}
          show={show}
          onClose={() => {
            setClosed((present) => new Set([...present, activity.key]));
          }}
        />
      ))}
      {problem && now - problem.at < notificationMs && <p className="toast bad">{problem.text}</p>}
      {said && (
        <div className="toast">
          <span>{said.words}</span>
          {said.undo && (
            <button type="button" className="link" onClick={said.undo}>
              Undo
            </button>
          )}
        </div>
      )}
    </section>
  );
};
