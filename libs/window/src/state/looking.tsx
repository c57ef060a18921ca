import type { LookAt } from '@tandem/rpc/client';
import { createContext, type ReactNode, use, useEffect, useMemo, useRef } from 'react';

import { useLink, useLinkState } from '../link/use-link.js';
import { isTouched } from '../model/draft.js';
import { isRequestId, type RequestId } from '../model/saved-request.js';
import { isFolderTab } from '../model/screens.js';
import type { Tabs } from '../model/tabs.js';
import { useDrafts } from './contexts.js';

/** What panels tell about what they show. */
interface Parts {
  readonly tab?: string | undefined;
  readonly executionId?: string | undefined;
}

type Show = <P extends keyof Parts>(part: P, value: Parts[P]) => void;

const LookingContext = createContext<Show>(() => undefined);

/** Tells what a panel shows, as long as it is shown. */
export const useShownPart = (part: keyof Parts, value: string | undefined): void => {
  const show = use(LookingContext);
  useEffect(() => {
    show(part, value);
    return () => show(part, undefined);
  }, [show, part, value]);
};

/** How long changes are gathered before the server is told, in milliseconds. */
const gatherMs = 100;

/** Whether a person types in the editor of the shown request. */
const isTyping = (): boolean =>
  document.activeElement?.closest('.request-panel') !== null &&
  document.activeElement?.matches('input, textarea, [contenteditable="true"]') === true;

/** The events after which another element may have the focus, or another window. */
const focusEvents = ['focus', 'blur', 'focusout'] as const;

interface Props {
  readonly workspaceId: string;
  readonly tabs: Tabs;
  readonly children: ReactNode;
}

/** Tells the server what this window shows and edits, so that agents know what the person looks at. */
export const LookingProvider = ({ workspaceId, tabs, children }: Props) => {
  const link = useLink();
  const drafts = useDrafts();
  const isOpen = useLinkState().kind === 'open';
  const parts = useRef<Parts>({});
  const latest = useRef({ workspaceId, tabs });
  latest.current = { workspaceId, tabs };
  const reporting = useMemo(() => {
    let timer: number | undefined;
    let told = '';
    const look = (): LookAt => {
      const { shown, open } = latest.current.tabs;
      const requestId = shown !== undefined && isRequestId(shown) ? shown : null;
      const screen = shown === undefined ? null : isFolderTab(shown) ? 'folder' : shown;
      const edited = open.filter((key): key is RequestId => {
        if (!isRequestId(key)) return false;
        const draft = drafts.get(key)?.draft;
        return (draft !== undefined && isTouched(draft)) || (key === requestId && isTyping());
      });
      return {
        workspaceId: latest.current.workspaceId as LookAt['workspaceId'],
        requestId,
        tab: requestId === null ? screen : (parts.current.tab ?? null),
        executionId: (parts.current.executionId ?? null) as LookAt['executionId'],
        isFocused: document.hasFocus(),
        edits: edited,
      };
    };
    const tell = (): void => {
      window.clearTimeout(timer);
      timer = undefined;
      const now = look();
      const text = JSON.stringify(now);
      if (text === told) return;
      told = text;
      // The next opening of the link tells again.
      link.call('window_look', now).catch(() => undefined);
    };
    return {
      now: tell,
      soon: (): void => {
        timer ??= window.setTimeout(tell, gatherMs);
      },
      again: (): void => {
        told = '';
      },
      stop: (): void => window.clearTimeout(timer),
    };
  }, [link, drafts]);
  const show = useMemo(
    (): Show => (part, value) => {
      parts.current = { ...parts.current, [part]: value };
      reporting.soon();
    },
    [reporting],
  );
  useEffect(() => reporting.soon(), [reporting, tabs, workspaceId]);
  useEffect(() => {
    if (!isOpen) return;
    reporting.again();
    reporting.soon();
  }, [isOpen, reporting]);
  useEffect(() => {
    const { now, soon, stop } = reporting;
    // At once, so that no change of an agent comes before it.
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
  return <LookingContext value={show}>{children}</LookingContext>;
};
