import type { LookAt } from '@tandem/rpc/client';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef } from 'react';

import { useLink, useLinkState } from '../link/use-link.js';
import { isTouched } from '../requests/drafts/draft.js';
import { isRequestId, type RequestId } from '../requests/saved-request.js';
import { isFolderTab } from './screens.js';
import type { Tabs } from './tabs.js';
import { useDrafts } from '../requests/drafts/use-drafts.js';
import type { Drafts } from '../requests/drafts/drafts.js';

/** What panels report about their content. */
interface Parts {
  readonly tab?: string | undefined;
  readonly executionId?: string | undefined;
}

type Show = <P extends keyof Parts>(part: P, value: Parts[P]) => void;

const ViewReportContext = createContext<Show>(() => undefined);

/** Reports the content of a panel while it is shown. */
export const useReportPart = (part: keyof Parts, value: string | undefined): void => {
  const show = use(ViewReportContext);
  useEffect(() => {
    show(part, value);
    return () => show(part, undefined);
  }, [show, part, value]);
};

/** How long changes are collected before they are reported to the server, in milliseconds. */
const gatherMs = 100;

/** Whether a person is typing in the editor of the shown request. */
const isTyping = (): boolean =>
  document.activeElement?.closest('.request-panel') !== null &&
  document.activeElement?.matches('input, textarea, [contenteditable="true"]') === true;

/** The events after which another element or window may have the focus. */
const focusEvents = ['focus', 'blur', 'focusout'] as const;

interface WindowView {
  readonly workspaceId: string;
  readonly tabs: Tabs;
}

/** What the window shows and edits. */
const toLookAt = (
  { workspaceId, tabs: { shown, open } }: WindowView,
  parts: Parts,
  drafts: Drafts,
): LookAt => {
  const requestId = shown !== undefined && isRequestId(shown) ? shown : null;
  const screen = shown === undefined ? null : isFolderTab(shown) ? 'folder' : shown;
  const isEdited = (key: string): key is RequestId => {
    if (!isRequestId(key)) return false;
    const draft = drafts.get(key)?.draft;
    return (draft !== undefined && isTouched(draft)) || (key === requestId && isTyping());
  };
  return {
    workspaceId: workspaceId as LookAt['workspaceId'],
    requestId,
    tab: requestId === null ? screen : (parts.tab ?? null),
    executionId: (parts.executionId ?? null) as LookAt['executionId'],
    isFocused: document.hasFocus(),
    edits: open.filter(isEdited),
  };
};

/** Reports what the window shows to the server, whenever that changes. */
const createReporting = (look: () => LookAt, tell: (now: LookAt) => Promise<unknown>) => {
  let timer: number | undefined;
  let told = '';
  const report = (): void => {
    window.clearTimeout(timer);
    timer = undefined;
    const now = look();
    const text = JSON.stringify(now);
    if (text === told) return;
    told = text;
    // Reported again when the link next opens.
    tell(now).catch(() => undefined);
  };
  return {
    now: report,
    soon: (): void => {
      timer ??= window.setTimeout(report, gatherMs);
    },
    forget: (): void => {
      told = '';
    },
    stop: (): void => {
      window.clearTimeout(timer);
      timer = undefined;
    },
  };
};

/** Reports what this window shows and edits to the server, so that agents know what the person is looking at. */
export const ViewReportProvider = ({
  workspaceId,
  tabs,
  children,
}: WindowView & { readonly children: ReactNode }) => {
  const link = useLink();
  const drafts = useDrafts();
  const isOpen = useLinkState().kind === 'open';
  const parts = useRef<Parts>({});
  const latest = useRef({ workspaceId, tabs });
  latest.current = { workspaceId, tabs };
  const reporting = useMemo(
    () =>
      createReporting(
        () => toLookAt(latest.current, parts.current, drafts),
        (now) => link.call('window_look', now),
      ),
    [link, drafts],
  );
  const show = useCallback<Show>(
    (part, value) => {
      parts.current = { ...parts.current, [part]: value };
      reporting.soon();
    },
    [reporting],
  );
  useEffect(() => reporting.soon(), [reporting, tabs, workspaceId]);
  useEffect(() => {
    if (!isOpen) return;
    reporting.forget();
    reporting.soon();
  }, [isOpen, reporting]);
  useEffect(() => {
    const { now, soon, stop } = reporting;
    // Immediately, so that no change by an agent comes before it.
    window.addEventListener('focusin', now);
    for (const event of focusEvents) window.addEventListener(event, soon);
    const unsubscribe = drafts.subscribe(soon);
    return () => {
      window.removeEventListener('focusin', now);
      for (const event of focusEvents) window.removeEventListener(event, soon);
      unsubscribe();
      stop();
    };
  }, [reporting, drafts]);
  return <ViewReportContext value={show}>{children}</ViewReportContext>;
};
