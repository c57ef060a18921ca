import type { LookAtArguments } from '@tandem/rpc/client';

import type { Link } from '../link/link.js';
import { isTouched } from '../requests/drafts/draft.js';
import { isRequestId, type RequestId } from '../requests/saved-request.js';
import { isFolderTab } from './screens.js';
import type { ReadableStore } from './store.js';
import type { Tabs } from './tabs.js';
import type { Drafts } from '../requests/drafts/drafts.js';

/** The parts of the view that panels report. */
export interface ReportedParts {
  readonly tab?: string | undefined;
  readonly executionId?: string | undefined;
}

/** How long changes are collected before they are reported to the server, in milliseconds. */
const batchMs = 100;

/** Whether a person is typing in the editor of the shown request. */
const isTyping = (): boolean =>
  document.activeElement?.closest('.request-panel') !== null &&
  document.activeElement?.matches('input, textarea, [contenteditable="true"]') === true;

/** The events after which another element or window may have the focus. */
const focusEvents = ['focus', 'blur', 'focusout'] as const;

/** Describes what the window shows and what the person edits in it. */
const createView = (
  workspaceId: string,
  { shown, open }: Tabs,
  parts: ReportedParts,
  drafts: Drafts,
): LookAtArguments => {
  const requestId = shown !== undefined && isRequestId(shown) ? shown : null;
  const screen = shown === undefined ? null : isFolderTab(shown) ? 'folder' : shown;
  const isEdited = (key: string): key is RequestId => {
    if (!isRequestId(key)) return false;
    const draft = drafts.get(key)?.draft;
    return (draft !== undefined && isTouched(draft)) || (key === requestId && isTyping());
  };
  return {
    workspaceId: workspaceId as LookAtArguments['workspaceId'],
    requestId,
    tab: requestId === null ? screen : (parts.tab ?? null),
    executionId: (parts.executionId ?? null) as LookAtArguments['executionId'],
    isFocused: document.hasFocus(),
    edits: open.filter(isEdited),
  };
};

/** Reports to the server what this window shows and edits, so that agents know what the person is looking at. */
export interface ViewReport {
  /** Sets the content of a part of the shown panel; undefined when the part is hidden. */
  readonly set: (part: keyof ReportedParts, value: string | undefined) => void;
  /** Reports the view now and after each change. Returns a function that stops this. */
  readonly start: () => () => void;
}

/** Reports the view if it differs from the last reported one. */
const createViewReporter = (
  look: () => LookAtArguments,
  send: (now: LookAtArguments) => Promise<unknown>,
) => {
  let timer: number | undefined;
  let reported = '';
  const stop = (): void => {
    window.clearTimeout(timer);
    timer = undefined;
  };
  const report = (): void => {
    stop();
    const now = look();
    const text = JSON.stringify(now);
    if (text === reported) return;
    reported = text;
    // If this fails, the view is reported again when the link reopens.
    send(now).catch(() => undefined);
  };
  return {
    report,
    reportSoon: (): void => {
      timer ??= window.setTimeout(report, batchMs);
    },
    forget: (): void => {
      reported = '';
    },
    stop,
  };
};

/** Creates the report of what this window shows. */
export const createViewReport = (
  { link, drafts }: { readonly link: Link; readonly drafts: Drafts },
  workspaceId: string,
  tabs: ReadableStore<Tabs>,
): ViewReport => {
  let parts: ReportedParts = {};
  const { report, reportSoon, forget, stop } = createViewReporter(
    () => createView(workspaceId, tabs.get(), parts, drafts),
    (now) => link.call('window_look', now),
  );
  const followLink = (): (() => void) => {
    let wasOpen = false;
    const reportWhenOpen = (): void => {
      const isOpen = link.state().kind === 'open';
      if (isOpen && !wasOpen) {
        forget();
        reportSoon();
      }
      wasOpen = isOpen;
    };
    reportWhenOpen();
    return link.subscribe(reportWhenOpen);
  };
  return {
    set: (part, value) => {
      parts = { ...parts, [part]: value };
      reportSoon();
    },
    start: () => {
      reportSoon();
      // Report immediately, so that an agent cannot make a change before the report arrives.
      window.addEventListener('focusin', report);
      for (const event of focusEvents) window.addEventListener(event, reportSoon);
      const stops = [followLink(), tabs.subscribe(reportSoon), drafts.subscribe(reportSoon)];
      return () => {
        window.removeEventListener('focusin', report);
        for (const event of focusEvents) window.removeEventListener(event, reportSoon);
        stops.forEach((unsubscribe) => unsubscribe());
        stop();
      };
    },
  };
};
