import { getOwnValue } from '@tandem/core/codec';

import { isTouched } from '../requests/drafts/draft.js';
import type { Drafts } from '../requests/drafts/drafts.js';
import { isRequestId } from '../requests/saved-request.js';
import type { PreferenceStore } from '../settings/preference-store.js';
import { createStore, type ReadableStore } from './store.js';

/** A tab that was closed. */
interface ClosedTab {
  readonly key: string;
  /** The tabs to the right of it. */
  readonly nexts: readonly string[];
  /** Whether the tab was shown when it closed. Set only if it closed because its request or folder was deleted. */
  readonly deleted?: { readonly isShown: boolean };
}

/** The keys of the open tabs, and the shown one. */
export interface Tabs {
  readonly open: readonly string[];
  readonly shown: string | undefined;
  /** The key of the tab that the next preview replaces. */
  readonly preview?: string | undefined;
  /** The tabs that can be reopened. The last one was closed last. */
  readonly closed?: readonly ClosedTab[];
}

/** An event of the tabs. */
export type TabsEvent =
  /** Opens a permanent tab. */
  | { readonly kind: 'shown'; readonly key: string }
  /** Shows a tab. If it is not open, it replaces the previous preview. */
  | { readonly kind: 'previewed'; readonly key: string }
  /** Turns a preview into a permanent tab. */
  | { readonly kind: 'kept'; readonly key: string }
  | { readonly kind: 'closed'; readonly key: string }
  /** Closes the tabs of `keys`. */
  | { readonly kind: 'closed-all'; readonly keys: readonly string[] }
  /** Closes the tabs of deleted requests and folders. */
  | { readonly kind: 'deleted'; readonly keys: readonly string[] }
  /** Reopens the tabs that a deletion closed, because the deletion was undone. */
  | { readonly kind: 'restored-deleted'; readonly keys: readonly string[] }
  /** Reopens a closed tab at its previous position. */
  | { readonly kind: 'reopened'; readonly key: string }
  /** Moves a tab before another one, or to the end. */
  | { readonly kind: 'moved'; readonly key: string; readonly before: string | undefined }
  /** Shows the next tab (1) or the previous one (-1). Continues at the other end. */
  | { readonly kind: 'stepped'; readonly step: number }
  /** Replaces the tab `from` with the tab `to`. */
  | { readonly kind: 'replaced'; readonly from: string; readonly to: string }
  | { readonly kind: 'restored'; readonly tabs: Tabs };

/** No tabs. */
export const noTabs: Tabs = { open: [], shown: undefined };

/** Maximum number of closed tabs that can be reopened. */
const maxClosed = 50;

const stepTab = ({ shown, ...tabs }: Tabs, by: number): Tabs => {
  const { open } = tabs;
  const at = shown === undefined ? 0 : open.indexOf(shown);
  return { ...tabs, shown: open[(at + by + open.length) % open.length] };
};

/**
 * Closes the tabs of `keys`, which can be reopened. If the shown tab closes, its right neighbor is shown, otherwise its
 * left one.
 */
const closeTabs = (tabs: Tabs, keys: readonly string[], isDeletion = false): Tabs => {
  const { open, shown, preview, closed = [] } = tabs;
  const going = new Set(keys.filter((key) => open.includes(key)));
  if (going.size === 0) return tabs;
  const isLeft = (key: string): boolean => !going.has(key);
  const toClosed = (key: string, at: number): ClosedTab => ({
    key,
    nexts: open.slice(at + 1),
    ...(isDeletion ? { deleted: { isShown: key === shown } } : {}),
  });
  const rest = open.filter(isLeft);
  const isShownLeft = shown === undefined || isLeft(shown);
  return {
    open: rest,
    shown: isShownLeft ? shown : (open.slice(open.indexOf(shown)).find(isLeft) ?? rest.at(-1)),
    preview: preview !== undefined && isLeft(preview) ? preview : undefined,
    closed: [
      ...closed.filter(({ key }) => isLeft(key)),
      ...open.map(toClosed).filter(({ key }) => !isLeft(key)),
    ].slice(-maxClosed),
  };
};

/** Inserts a key before another one, or at the end. */
const insertBefore = (
  open: readonly string[],
  key: string,
  before: string | undefined,
): readonly string[] => {
  const at = before === undefined ? -1 : open.indexOf(before);
  return at < 0 ? [...open, key] : [...open.slice(0, at), key, ...open.slice(at)];
};

/** Reopens a closed tab, and shows it by default. */
const reopenTab = (tabs: Tabs, key: string, isShown = true): Tabs => {
  const { open, shown, closed = [] } = tabs;
  const tab = closed.find((one) => one.key === key);
  if (tab === undefined || open.includes(key)) return tabs;
  return {
    ...tabs,
    open: insertBefore(
      open,
      key,
      tab.nexts.find((next) => open.includes(next)),
    ),
    shown: isShown ? key : shown,
    closed: closed.filter((one) => one !== tab),
  };
};

/** Reopens the tabs that a deletion closed. */
const restoreDeleted = (tabs: Tabs, keys: readonly string[]): Tabs =>
  (tabs.closed ?? [])
    .filter(({ key, deleted }) => deleted !== undefined && keys.includes(key))
    .reduce((now, { key, deleted }) => reopenTab(now, key, deleted?.isShown), tabs);

/** Turns a preview into a permanent tab. */
const keepTab = (tabs: Tabs, key: string): Tabs =>
  tabs.preview === key ? { ...tabs, preview: undefined } : tabs;

const removeFromClosed = (tabs: Tabs, key: string): Tabs =>
  tabs.closed?.some((one) => one.key === key)
    ? { ...tabs, closed: tabs.closed.filter((one) => one.key !== key) }
    : tabs;

const showTab = (tabs: Tabs, key: string): Tabs =>
  keepTab(
    {
      ...removeFromClosed(tabs, key),
      open: tabs.open.includes(key) ? tabs.open : [...tabs.open, key],
      shown: key,
    },
    key,
  );

const previewTab = (tabs: Tabs, key: string): Tabs => {
  const { open, preview } = tabs;
  if (open.includes(key)) return { ...tabs, shown: key };
  const at = preview === undefined ? -1 : open.indexOf(preview);
  const next = at < 0 ? [...open, key] : open.with(at, key);
  return { ...removeFromClosed(tabs, key), open: next, shown: key, preview: key };
};

const moveTab = (tabs: Tabs, key: string, before: string | undefined): Tabs => {
  const { open } = tabs;
  if (key === before || !open.includes(key)) return tabs;
  const rest = open.filter((one) => one !== key);
  return { ...tabs, open: insertBefore(rest, key, before) };
};

const replaceTab = (tabs: Tabs, from: string, to: string): Tabs => ({
  ...tabs,
  open: [...new Set(tabs.open.map((key) => (key === from ? to : key)))],
  shown: tabs.shown === from ? to : tabs.shown,
  preview: tabs.preview === from ? to : tabs.preview,
});

/** Returns the tabs after `event`. */
export const applyTabsEvent = (tabs: Tabs, event: TabsEvent): Tabs => {
  switch (event.kind) {
    case 'shown':
      return showTab(tabs, event.key);
    case 'previewed':
      return previewTab(tabs, event.key);
    case 'kept':
      return keepTab(tabs, event.key);
    case 'closed':
      return closeTabs(tabs, [event.key]);
    case 'closed-all':
      return closeTabs(tabs, event.keys);
    case 'deleted':
      return closeTabs(tabs, event.keys, true);
    case 'restored-deleted':
      return restoreDeleted(tabs, event.keys);
    case 'reopened':
      return reopenTab(tabs, event.key);
    case 'moved':
      return moveTab(tabs, event.key, event.before);
    case 'stepped':
      return tabs.open.length > 0 ? stepTab(tabs, event.step) : tabs;
    case 'replaced':
      return replaceTab(tabs, event.from, event.to);
    case 'restored':
      return event.tabs;
  }
};

/** Adds tabs for `keys` to the open ones. If no tab was shown, the first of `keys` is. */
export const addOpenTabs = ({ open, shown, preview }: Tabs, keys: readonly string[]): Tabs => ({
  preview: preview !== undefined && keys.includes(preview) ? undefined : preview,
  open: [...open, ...keys.filter((key) => !open.includes(key))],
  shown: shown ?? keys[0],
});

/** The tabs of a workspace. The preferences store them across starts. */
export interface TabsStore extends ReadableStore<Tabs> {
  /** Shows a permanent tab. */
  readonly show: (key: string) => void;
  /** Shows a tab. The next preview replaces a new one unless it was edited, sent or made permanent. */
  readonly preview: (key: string) => void;
  /** Turns a preview into a permanent tab. */
  readonly keep: (key: string) => void;
  readonly close: (key: string) => void;
  readonly closeAll: (keys: readonly string[]) => void;
  /** Closes the tabs of deleted requests and folders. */
  readonly closeDeleted: (keys: readonly string[]) => void;
  /** Opens the tabs of restored requests and folders that a deletion closed. */
  readonly restoreDeleted: (keys: readonly string[]) => void;
  /** Reopens the tab that was closed last and whose item still exists. Returns its key. */
  readonly reopen: (isPresent: (key: string) => boolean) => string | undefined;
  /** Moves a tab before another one, or to the end. */
  readonly move: (key: string, before: string | undefined) => void;
  readonly step: (by: number) => void;
  /** Stores the tabs now and after each change, and follows replaced requests. Returns a function that stops this. */
  readonly start: () => () => void;
}

interface TabsContext {
  readonly workspaceId: string;
  /** Keeps the closed tabs until the page closes, even while another workspace is open. */
  readonly panelStates: Map<string, unknown>;
  readonly preferences: PreferenceStore;
  readonly drafts: Drafts;
  /** The keys of tabs with edits that the previous page could not store. */
  readonly interrupted: readonly string[];
}

const formatClosedKey = (workspaceId: string): string => `closed tabs ${workspaceId}`;

/** Reads the stored tabs of a workspace. Adds tabs for unsaved edits, which may not have been stored in time. */
const readStoredTabs = ({ workspaceId, preferences, interrupted, panelStates }: TabsContext): Tabs => {
  const { open, shown, preview } = getOwnValue(preferences.get()?.tabs ?? {}, workspaceId) ?? noTabs;
  const closed = panelStates.get(formatClosedKey(workspaceId)) as Tabs['closed'];
  return { ...addOpenTabs({ open, shown, preview }, interrupted), closed: closed ?? [] };
};

/** Stores the open tabs of a workspace in the preferences, and the closed ones in the page. */
const storeTabsOf = (
  { workspaceId, preferences, panelStates }: TabsContext,
  { open, shown, preview, closed }: Tabs,
): void => {
  panelStates.set(formatClosedKey(workspaceId), closed);
  const present = {
    open,
    ...(shown === undefined ? {} : { shown }),
    ...(preview === undefined ? {} : { preview }),
  };
  preferences.change({ tabs: { ...preferences.get()?.tabs, [workspaceId]: present } });
};

/** Creates the tabs of a workspace from the preferences, which must be loaded. */
export const createTabs = (needed: TabsContext): TabsStore => {
  const { drafts } = needed;
  const tabs = createStore(readStoredTabs(needed));
  const apply = (event: TabsEvent): void => tabs.update((present) => applyTabsEvent(present, event));
  const storeTabs = (): void => storeTabsOf(needed, tabs.get());
  /** Discards the draft of a deleted request that was not edited here: the tab has nothing to show. */
  const discardDeleted = (key: string): void => {
    const draft = isRequestId(key) ? drafts.get(key)?.draft : undefined;
    if (draft?.isGone && !isTouched(draft)) drafts.discard(draft.stored.id);
  };
  /** Closes tabs, and removes drafts without edits from memory, even those of hundreds of tabs. */
  const closeAll = (keys: readonly string[]): void => {
    keys.forEach(discardDeleted);
    apply({ kind: 'closed-all', keys });
    keys.filter(isRequestId).forEach(drafts.release);
  };
  /** Turns a preview into a permanent tab once it is edited. */
  const keepEdited = (): void => {
    const { preview } = tabs.get();
    const draft = preview !== undefined && isRequestId(preview) ? drafts.get(preview)?.draft : undefined;
    if (draft && isTouched(draft)) apply({ kind: 'kept', key: draft.stored.id });
  };
  return {
    get: tabs.get,
    subscribe: tabs.subscribe,
    show: (key) => apply({ kind: 'shown', key }),
    preview: (key) => {
      const { preview } = tabs.get();
      apply({ kind: 'previewed', key });
      const isReplaced = preview !== undefined && !tabs.get().open.includes(preview);
      if (isReplaced && isRequestId(preview)) drafts.release(preview);
    },
    keep: (key) => apply({ kind: 'kept', key }),
    close: (key) => closeAll([key]),
    closeAll,
    closeDeleted: (keys) => {
      keys.forEach(discardDeleted);
      apply({ kind: 'deleted', keys });
    },
    restoreDeleted: (keys) => apply({ kind: 'restored-deleted', keys }),
    reopen: (isPresent) => {
      const key = tabs.get().closed?.findLast((one) => isPresent(one.key))?.key;
      if (key !== undefined) apply({ kind: 'reopened', key });
      return key;
    },
    move: (key, before) => apply({ kind: 'moved', key, before }),
    step: (by) => apply({ kind: 'stepped', step: by }),
    start: () => {
      storeTabs();
      const stops = [
        tabs.subscribe(storeTabs),
        drafts.subscribe(keepEdited),
        drafts.onReplaced((from, to) => apply({ kind: 'replaced', from, to })),
      ];
      return () => stops.forEach((stop) => stop());
    },
  };
};
