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
  /** One further, or one back with a step of -1; goes around at the ends. */
  | { readonly kind: 'stepped'; readonly step: number }
  /** What was shown under one key is shown under another. */
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

/** The tabs after `event`. */
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

/** The tabs with those of `keys` also open; one of them is shown if none was. */
export const addOpenTabs = ({ open, shown }: Tabs, keys: readonly string[]): Tabs => ({
  open: [...open, ...keys.filter((key) => !open.includes(key))],
  shown: shown ?? keys[0],
});
