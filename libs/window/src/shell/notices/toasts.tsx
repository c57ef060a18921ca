import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

import { useAgentsNow, useForeignRuns } from '../../link/use-link.js';
import { type NoticeKind, notificationMs, notificationsAt, selectNotices } from './notifications.js';
import type { Summary } from '../../requests/saved-request.js';
import { usePanelState } from '../../requests/drafts/contexts.js';
import { useLive } from '../../activity/live.js';
import type { UserMessage } from './said.js';
import { useIsNarrow } from '../../kit/index.js';
import { ChangeToast } from './change-toast.js';
import { RunningToast } from '../../agents/running-list.js';
import { useNewConnections } from '../../trust/new-connections-notice.js';
import { useNewScripts } from '../../trust/new-scripts-notice.js';
import { PendingAgentNotice } from '../../agents/waiting-agents.js';
import { PendingNotice } from './waiting-notice.js';
import { usePendingSecrets } from '../../environments/waiting-secrets.js';

/** How many notices are shown over the list, and how many where they take room of their own. */
const maxNotices = { wide: 3, narrow: 2 };

type Key = string | number;

interface Notice {
  readonly kind: NoticeKind;
  readonly key: Key;
  readonly content: ReactNode;
}

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

interface Props {
  /** The tab that is shown. */
  readonly shown: string | undefined;
  readonly show: (key: string) => void;
  readonly requests: readonly Summary[];
  /** A message about something that the person did. */
  readonly said: UserMessage | undefined;
}

/** What waits for the person: changes of agents at requests that are not shown, secrets and new scripts. */
const usePendingNotices = (
  { shown, show }: Pick<Props, 'shown' | 'show'>,
  closed: ReadonlySet<Key>,
  close: (key: Key) => void,
): readonly Notice[] => {
  const writes = useAgentsNow().waiting.filter(({ requestId }) => requestId !== shown);
  const [write] = writes;
  const notices = [usePendingSecrets(show), useNewConnections(show), useNewScripts(show)].flatMap(
    (waiting): readonly Notice[] => {
      if (waiting === undefined || closed.has(waiting.about)) return [];
      const key = waiting.about;
      return [
        { kind: 'waiting', key, content: <PendingNotice waiting={waiting} onClose={() => close(key)} /> },
      ];
    },
  );
  if (write === undefined) return notices;
  const content = <PendingAgentNotice write={write} more={writes.length - 1} show={show} />;
  return [{ kind: 'question', key: 'question', content }, ...notices];
};

/** What the page says about what the person did, the latest first. */
const useMessages = (said: UserMessage | undefined, now: number): readonly Notice[] => {
  const { problem } = useLive();
  const messages: Notice[] = [];
  if (said !== undefined) {
    const content = (
      <div className="toast">
        <span>{said.words}</span>
        {said.undo && (
          <button type="button" className="link" onClick={said.undo}>
            Undo
          </button>
        )}
      </div>
    );
    messages.push({ kind: 'message', key: 'said', content });
  }
  if (problem && now - problem.at < notificationMs)
    messages.push({ kind: 'message', key: 'problem', content: <p className="toast bad">{problem.text}</p> });
  return messages;
};

/** The latest notices: what waits for the person, what others do, and changes with buttons to undo and to close them. */
export const Toasts = ({ shown, show, requests, said }: Props) => {
  const section = useRef<HTMLElement>(null);
  const { activities } = useLive();
  const isNarrow = useIsNarrow();
  const runs = useForeignRuns();
  const now = useNow(section);
  // Where the notices stand changes with the list.
  const [closed, setClosed] = usePanelState<ReadonlySet<Key>>('closed notices', () => new Set());
  const [isWhole, setIsWhole] = useState(false);
  const close = (key: Key): void => setClosed(new Set([...closed, key]));
  const changes = notificationsAt(activities, closed, now).map((activity): Notice => {
    const { key } = activity;
    const content = <ChangeToast activity={activity} show={show} onClose={() => close(key)} />;
    return { kind: 'change', key, content };
  });
  const all: readonly Notice[] = [
    ...usePendingNotices({ shown, show }, closed, close),
    ...runs.map((run): Notice => ({
      kind: 'run',
      key: run.id,
      content: <RunningToast run={run} requests={requests} />,
    })),
    ...changes,
    ...useMessages(said, now),
  ];
  const first = selectNotices(all, isNarrow ? maxNotices.narrow : maxNotices.wide);
  const more = all.length - first.length;
  useEffect(() => {
    if (more === 0) setIsWhole(false);
  }, [more]);
  return (
    <section ref={section} className="toasts" aria-label="Changes" aria-live="polite">
      {(isWhole ? all : first).map(({ kind, key, content }) => (
        <Fragment key={`${kind} ${key}`}>{content}</Fragment>
      ))}
      {more > 0 && (
        <button
          type="button"
          className="toasts-more"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `${more} more`}
        </button>
      )}
    </section>
  );
};
