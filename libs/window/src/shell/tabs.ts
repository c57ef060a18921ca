import { getOwnValue } from '@tandem/core/codec';

import { isTouched } from '../requests/drafts/draft.js';
import type { Drafts } from '../requests/drafts/drafts.js';
import { isRequestId } from '../requests/saved-request.js';
import type { PreferenceStore } from '../settings/preference-store.js';
import { createStore, type ReadableStore } from './store.js';

/** The keys of the open tabs, and the shown one. */
export interface Tabs {
  readonly open: readonly string[];
  readonly shown: string | undefined;
}

/** An event of the tabs. */
export type TabsEvent =
  | { readonly kind: 'shown'; readonly key: string }
  | { readonly kind: 'closed'; readonly key: string }
  /** Closes the tabs of `keys`. */
  | { readonly kind: 'closed-all'; readonly keys: readonly string[] }
  /** Puts a tab before another one, or last. */
  | { readonly kind: 'moved'; readonly key: string; readonly before: string | undefined }
  /** Shows the next tab, or the previous one with a step of -1; wraps around at the ends. */
  | { readonly kind: 'stepped'; readonly step: number }
  /** Replaces the tab `from` with the tab `to`. */
  | { readonly kind: 'replaced'; readonly from: string; readonly to: string }
  | { readonly kind: 'restored'; readonly tabs: Tabs };

/** No tabs. */
export const noTabs: Tabs = { open: [], shown: undefined };

const close = ({ open, shown }: Tabs, key: string): Tabs => {
  const rest = open.filter((one) => one !== key);
  if (key !== shown) return { open: rest, shown };
  return { open: rest, shown: rest[Math.min(open.indexOf(key), rest.length - 1)] };
};

const stepTab = ({ open, shown }: Tabs, by: number): Tabs => {
  const at = shown === undefined ? 0 : open.indexOf(shown);
  return { open, shown: open[(at + by + open.length) % open.length] };
};

const closeAll = (tabs: Tabs, keys: readonly string[]): Tabs => {
  const isLeft = (key: string): boolean => !keys.includes(key);
  const { open, shown } = tabs;
  if (shown === undefined || isLeft(shown)) return { open: open.filter(isLeft), shown };
  const at = open.indexOf(shown);
  return { open: open.filter(isLeft), shown: open.slice(at).find(isLeft) ?? open.filter(isLeft).at(-1) };
};

const move = ({ open, shown }: Tabs, key: string, before: string | undefined): Tabs => {
  if (key === before || !open.includes(key)) return { open, shown };
  const rest = open.filter((one) => one !== key);
  const at = before === undefined ? -1 : rest.indexOf(before);
  return { open: at < 0 ? [...rest, key] : [...rest.slice(0, at), key, ...rest.slice(at)], shown };
};

const replace = ({ open, shown }: Tabs, from: string, to: string): Tabs => ({
  open: [...new Set(open.map((key) => (key === from ? to : key)))],
  shown: shown === from ? to : shown,
});

/** Returns the tabs after `event`. */
export const reduceTabs = (tabs: Tabs, event: TabsEvent): Tabs => {
  switch (event.kind) {
    case 'shown':
      return {
        open: tabs.open.includes(event.key) ? tabs.open : [...tabs.open, event.key],
        shown: event.key,
      };
    case 'closed':
      return tabs.open.includes(event.key) ? close(tabs, event.key) : tabs;
    case 'closed-all':
      return closeAll(tabs, event.keys);
    case 'moved':
      return move(tabs, event.key, event.before);
    case 'stepped':
      return tabs.open.length > 0 ? stepTab(tabs, event.step) : tabs;
    case 'replaced':
      return replace(tabs, event.from, event.to);
    case 'restored':
      return event.tabs;
  }
};

/** The tabs, with the tabs of `keys` opened too; one of those is shown if no tab was. */
export const addOpenTabs = ({ open, shown }: Tabs, keys: readonly string[]): Tabs => ({
  open: [...open, ...keys.filter((key) => !open.includes(key))],
  shown: shown ?? keys[0],
});

/** The tabs of a workspace, which the preferences keep across starts. */
export interface TabsStore extends ReadableStore<Tabs> {
  readonly show: (key: string) => void;
  readonly close: (key: string) => void;
  readonly closeAll: (keys: readonly string[]) => void;
  /** Moves a tab before another one, or to the end. */
  readonly move: (key: string, before: string | undefined) => void;
  readonly step: (by: number) => void;
  /** Stores the tabs now and at each change, and follows replaced requests; returns a function that stops this. */
  readonly start: () => () => void;
}

interface TabsContext {
  readonly workspaceId: string;
  readonly preferences: PreferenceStore;
  readonly drafts: Drafts;
  /** The tabs with edits that the previous page had not stored. */
  readonly interrupted: readonly string[];
}

/** Creates the tabs of a workspace from the preferences, which are loaded. */
export const createTabs = ({ workspaceId, preferences, drafts, interrupted }: TabsContext): TabsStore => {
  const stored = getOwnValue(preferences.get()?.tabs ?? {}, workspaceId) ?? noTabs;
  // Tabs with unsaved edits are shown, even if the tab itself was not stored in time.
  const tabs = createStore(addOpenTabs({ open: stored.open, shown: stored.shown }, interrupted));
  const apply = (event: TabsEvent): void => tabs.update((present) => reduceTabs(present, event));
  const storeTabs = (): void => {
    const { open, shown } = tabs.get();
    const present = { open, ...(shown === undefined ? {} : { shown }) };
    preferences.change({ tabs: { ...preferences.get()?.tabs, [workspaceId]: present } });
  };
  /** Discards the draft of a deleted request that was not edited here, because there is nothing to show. */
  const discardDeleted = (key: string): void => {
    const draft = isRequestId(key) ? drafts.get(key)?.draft : undefined;
    if (draft?.isGone && !isTouched(draft)) drafts.discard(draft.stored.id);
  };
  return {
    get: tabs.get,
    subscribe: tabs.subscribe,
    show: (key) => apply({ kind: 'shown', key }),
    close: (key) => {
      discardDeleted(key);
      apply({ kind: 'closed', key });
    },
    closeAll: (keys) => {
      keys.forEach(discardDeleted);
      apply({ kind: 'closed-all', keys });
    },
    move: (key, before) => apply({ kind: 'moved', key, before }),
    step: (by) => apply({ kind: 'stepped', step: by }),
    start: () => {
      storeTabs();
      const stops = [
        tabs.subscribe(storeTabs),
        drafts.onReplaced((from, to) => apply({ kind: 'replaced', from, to })),
      ];
      return () => stops.forEach((stop) => stop());
    },
  };
};
