import { processVariablePrefix } from '@tandem/core';
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { PendingWrite } from '@tandem/rpc/client';
import { X } from 'lucide-react';

import { useAgentsNow, useExecutionsByOthers } from '../../link/use-link.js';
import { isRequestId } from '../../requests/saved-request.js';
import { useRequests } from '../../requests/requests.js';
import { usePanelState } from '../panel-state.js';
import { useElsewhere, useLive } from '../../activity/use-activity.js';
import { useShow, usePage, useUserMessage } from '../page.js';
import { listNames, shortenName } from '../phrases.js';
import { useTabs } from '../workspace-stores.js';
import type { UserMessage } from './messages.js';
import { findPressedBox, followPresses, positionNear } from './last-press.js';
import { useIsNarrow, IconButton } from '../../kit/index.js';
import { RunningToast } from '../../agents/running-list.js';
import {
  type Activity,
  canUndo,
  describeActivity,
  describeChanges,
  isForeign,
  formatActor,
} from '../../activity/activity.js';
import type { Screen } from '../screens.js';
import { useConnectionReviews, useOutsideScripts } from '../../trust/use-agreements.js';
import { useProvidedSecrets } from '../../environments/use-secrets.js';

/** Focuses the last button of the next toast in the stack, or of the previous one. */
const focusNextToast = (button: HTMLElement): void => {
  const toast = button.closest('.toast');
  const beside = [toast?.nextElementSibling, toast?.previousElementSibling].find((one) =>
    one?.matches('.toast'),
  );
  beside?.querySelector<HTMLElement>('button:last-child')?.focus();
};

/** Closes a toast. It is always the toast's last button. */
export const CloseToast = ({
  sentence,
  onClose,
}: {
  readonly sentence: string;
  readonly onClose: () => void;
}) => (
  <IconButton
    icon={X}
    look="small"
    label={`Close: ${sentence}`}
    tooltip="Close"
    onClick={({ currentTarget }) => {
      focusNextToast(currentTarget);
      onClose();
    }}
  />
);

/** A decision that waits for the person. */
export interface PendingDecision {
  readonly sentence: string;
  /** Identifies the subject of the notice. After the notice was closed, it is shown again only for another subject. */
  readonly about: string;
  /** The label of the button that opens the decision. */
  readonly action: string;
  readonly onAction: () => void;
}

/** Shows a waiting decision until the person closes the notice. */
export const PendingNotice = ({
  waiting: { sentence, action, onAction },
  onClose,
}: {
  readonly waiting: PendingDecision;
  readonly onClose: () => void;
}) => (
  <div className="toast">
    <span title={sentence}>{sentence}</span>
    <button type="button" className="link" onClick={onAction}>
      {action}
    </button>
    <CloseToast sentence={sentence} onClose={onClose} />
  </div>
);

/** Returns a notice about secrets that wait for a decision; undefined if none do. */
const usePendingSecretsNotice = (): PendingDecision | undefined => {
  const show = useShow();
  const { secrets } = useProvidedSecrets();
  // Ignore variables of the process: every workspace is offered them, even if it does not ask for them.
  const names = secrets
    .filter(({ name, decision }) => decision === 'waiting' && !name.startsWith(processVariablePrefix))
    .map(({ name }) => name);
  if (names.length === 0) return undefined;
  const it = names.length === 1 ? 'it' : 'them';
  return {
    sentence: `This workspace asks for ${listNames(names)}; Tandem's environment or your secret command has ${it}.`,
    about: names.join(', '),
    action: 'Decide',
    onAction: () => {
      show('environments' satisfies Screen);
    },
  };
};

/** Names a request in which an agent waits for approval and that is not shown, and counts the other waiting changes. */
const PendingAgentNotice = ({ write, more }: { readonly write: PendingWrite; readonly more: number }) => {
  const show = useShow();
  return (
    <div className="toast question">
      <span>
        {formatActor(write)} waits for your answer at {shortenName(write.name)}
        {more > 0 && `, and ${more} more`}
      </span>
      <button type="button" className="link" onClick={() => show(write.requestId)}>
        Show
      </button>
    </div>
  );
};

/** Returns a notice about new scripts that read secrets or send requests and wait for approval; undefined if none do. */
const useNewScripts = (): PendingDecision | undefined => {
  const show = useShow();
  const { outside } = useOutsideScripts();
  const asking = (outside?.scripts ?? []).filter(({ usesSecrets, sends }) => usesSecrets || sends);
  if (asking.length === 0) return undefined;
  return {
    sentence:
      asking.length === 1
        ? `The new script ${shortenName(asking[0]?.path ?? '')} reads secrets or sends requests.`
        : `${asking.length} new scripts read secrets or send requests.`,
    about: asking.map(({ hash }) => hash).join(),
    action: 'Review',
    onAction: () => {
      show('trust' satisfies Screen);
    },
  };
};

/** Returns a notice about connection settings that wait for approval; undefined if none do. */
const useNewConnections = (): PendingDecision | undefined => {
  const show = useShow();
  const { settings } = useConnectionReviews();
  const [first] = settings;
  if (first === undefined) return undefined;
  return {
    sentence:
      settings.length === 1
        ? `Someone else could read what you send: ${shortenName(first.value)} needs your approval.`
        : `Someone else could read what you send: ${settings.length} settings need your approval.`,
    about: settings.map(({ key }) => key).join(),
    action: 'Review',
    onAction: () => {
      show('trust' satisfies Screen);
    },
  };
};

/** How long a notification is shown, in milliseconds. */
export const notificationMs = 12_000;

/** Whether a change is worth a notice: it was made by someone else, or is a deletion by the person. Its subject still exists. */
const isNotified = ({ change, isUndone = false, isGone = false }: Activity): boolean =>
  !isUndone && !isGone && (change.op === 'deleted' || (isForeign(change) && change.entity !== 'workspace'));

/** Selects the changes to show at `now`, in milliseconds since 1970. Omits closed ones. */
export const selectNotifications = (
  activities: readonly Activity[],
  closed: ReadonlySet<number | string>,
  now: number,
): readonly Activity[] =>
  activities.filter((one) => isNotified(one) && now - one.at < notificationMs && !closed.has(one.key));

/** Maximum number of changes by one caller that have notices of their own. */
const maxSeparateChanges = 8;

/** Groups the changes of a caller who makes many at once, such as an agent that creates a collection. Others stay alone. */
export const groupNotifications = (
  activities: readonly Activity[],
): readonly (readonly [Activity, ...Activity[]])[] => {
  const listOwn = ({ change: { by } }: Activity): readonly Activity[] =>
    activities.filter(({ change }) => change.by === by);
  return activities.flatMap((one): readonly (readonly [Activity, ...Activity[]])[] => {
    const [first, ...others] = listOwn(one);
    if (others.length < maxSeparateChanges) return [[one]];
    return one === first ? [[one, ...others]] : [];
  });
};

/** Sums up many changes by one caller, with a button to show them in the activity. */
const ManyChangesToast = ({
  activities,
  onClose,
}: {
  readonly activities: readonly Activity[];
  readonly onClose: () => void;
}) => {
  const show = useShow();
  const sentence = describeChanges(activities.map(({ change }) => change));
  return (
    <div className="toast">
      <span>{sentence}</span>
      <button type="button" className="link" onClick={() => show('activity' satisfies Screen)}>
        Show
      </button>
      <CloseToast sentence={sentence} onClose={onClose} />
    </div>
  );
};

/** The subjects of notices, most important first. */
const noticeKinds = ['question', 'message', 'waiting', 'change', 'run'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/**
 * Selects the notices to show if at most `places` fit: the first notice of each kind comes before the second of
 * any kind.
 */
export const selectNotices = <A extends { readonly kind: NoticeKind }>(
  notices: readonly A[],
  maxShown: number,
): readonly A[] => {
  const ofKinds = noticeKinds.map((kind) => notices.filter((one) => one.kind === kind));
  const shown = new Set([...ofKinds.map((of) => of.slice(0, 1)), ...ofKinds].flat());
  const first = [...shown].slice(0, maxShown);
  return notices.filter((one) => first.includes(one));
};

/** Shows a change, with buttons to show it, undo it, and close the notice. */
const ChangeToast = ({
  activity,
  onClose,
}: {
  readonly activity: Activity;
  readonly onClose: () => void;
}) => {
  const show = useShow();
  const { undo } = usePage().live;
  const { change } = activity;
  const elsewhere = useElsewhere(change);
  const sentence = `${describeActivity(activity)}${elsewhere ?? ''}`;
  const request = isRequestId(change.id) ? change.id : activity.requestId;
  // An entry about executions of several requests has no request, so it opens the history.
  const shown = request ?? (change.entity === 'execution' ? 'history' : undefined);
  return (
    <div className="toast">
      <span title={sentence}>{sentence}</span>
      {change.op !== 'deleted' && shown !== undefined && elsewhere === undefined && (
        <button type="button" className="link" onClick={() => show(shown)}>
          Show
        </button>
      )}
      {canUndo(activity) && (
        <button type="button" className="link" onClick={() => undo(activity)}>
          Undo
        </button>
      )}
      <CloseToast sentence={sentence} onClose={onClose} />
    </div>
  );
};

/** The maximum number of notices: `narrow` if they are over the list, `wide` if they have their own space. */
const maxNotices = { wide: 3, narrow: 2 };

type Key = string | number;

interface Notice {
  readonly kind: NoticeKind;
  readonly key: Key;
  readonly content: ReactNode;
}

/** Returns the current time. It stands still while the pointer or the focus is in the element. */
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

/**
 * Returns notices about everything that waits for the person: agents' changes to hidden requests, secrets and
 * new scripts.
 */
const usePendingNotices = (closed: ReadonlySet<Key>, close: (key: Key) => void): readonly Notice[] => {
  const shown = useTabs((tabs) => tabs.shown);
  const writes = useAgentsNow().waiting.filter(({ requestId }) => requestId !== shown);
  const [write] = writes;
  const notices = [usePendingSecretsNotice(), useNewConnections(), useNewScripts()].flatMap(
    (waiting): readonly Notice[] => {
      if (waiting === undefined || closed.has(waiting.about)) return [];
      const key = waiting.about;
      return [
        { kind: 'waiting', key, content: <PendingNotice waiting={waiting} onClose={() => close(key)} /> },
      ];
    },
  );
  if (write === undefined) return notices;
  const content = <PendingAgentNotice write={write} more={writes.length - 1} />;
  return [{ kind: 'question', key: 'question', content }, ...notices];
};

/** Shows a message about an action, beside the pressed element or with the other notices. */
const MessageToast = ({ said: { words, undo, action } }: { readonly said: UserMessage }) => {
  const isNarrow = useIsNarrow();
  const [near] = useState(() => {
    const box = isNarrow ? undefined : findPressedBox();
    return box && positionNear(box, window);
  });
  return (
    <div className="toast" data-near={near !== undefined || undefined} style={near}>
      <span>{words}</span>
      {action && (
        <button type="button" className="link" onClick={action.run}>
          {action.label}
        </button>
      )}
      {undo && (
        <button type="button" className="link" onClick={undo}>
          Undo
        </button>
      )}
    </div>
  );
};

/** Returns messages about the person's own actions, latest first. */
const useMessages = (now: number): readonly Notice[] => {
  const said = useUserMessage();
  useEffect(followPresses, []);
  const problem = useLive((live) => live.problem);
  const messages: Notice[] = [];
  if (said !== undefined)
    messages.push({ kind: 'message', key: said.key, content: <MessageToast said={said} /> });
  if (problem && now - problem.at < notificationMs)
    messages.push({ kind: 'message', key: 'problem', content: <p className="toast bad">{problem.text}</p> });
  return messages;
};

/** Shows the latest notices: what waits for the person, what others are doing, and changes. */
export const Toasts = () => {
  const section = useRef<HTMLElement>(null);
  const activities = useLive((live) => live.activities);
  const { requests } = useRequests();
  const isNarrow = useIsNarrow();
  const runs = useExecutionsByOthers();
  const now = useNow(section);
  // Stored outside of this component, which is created again when the list moves.
  const [closed, setClosed] = usePanelState<ReadonlySet<Key>>('closed notices', () => new Set());
  const [isWhole, setIsWhole] = useState(false);
  const close = (...keys: readonly Key[]): void => setClosed(new Set([...closed, ...keys]));
  const changes = groupNotifications(selectNotifications(activities, closed, now)).map((group): Notice => {
    const [{ change, key }] = group;
    if (group.length === 1)
      return { kind: 'change', key, content: <ChangeToast activity={group[0]} onClose={() => close(key)} /> };
    const closeAll = (): void => close(...group.map((one) => one.key));
    const content = <ManyChangesToast activities={group} onClose={closeAll} />;
    return { kind: 'change', key: `many ${change.by ?? ''}`, content };
  });
  const all: readonly Notice[] = [
    ...usePendingNotices(closed, close),
    ...runs.map((run): Notice => ({
      kind: 'run',
      key: run.id,
      content: <RunningToast run={run} requests={requests} />,
    })),
    ...changes,
    ...useMessages(now),
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
