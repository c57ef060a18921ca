/** The open tabs by their keys, and which is shown. */
export interface Tabs {
  readonly open: readonly string[];
  readonly shown: string | undefined;
}

/** Something that is done to the tabs. */
export type TabsEvent =
  | { readonly kind: 'shown'; readonly key: string }
  | { readonly kind: 'closed'; readonly key: string }
  /** One further, or one back with a step of -1; goes around at the ends. */
  | { readonly kind: 'stepped'; readonly step: number }
  /** What was shown under one key is shown under another. */
  | { readonly kind: 'replaced'; readonly from: string; readonly to: string }
  | { readonly kind: 'restored'; readonly tabs: Tabs };

/** No tab at all. */
export const noTabs: Tabs = { open: [], shown: undefined };

const close = ({ open, shown }: Tabs, key: string): Tabs => {
  const rest = open.filter((one) => one !== key);
  if (key !== shown) return { open: rest, shown };
  return { open: rest, shown: rest[Math.min(open.indexOf(key), rest.length - 1)] };
};

const step = ({ open, shown }: Tabs, by: number): Tabs => {
  const at = shown === undefined ? 0 : open.indexOf(shown);
  return { open, shown: open[(at + by + open.length) % open.length] };
};

const replace = ({ open, shown }: Tabs, from: string, to: string): Tabs => ({
  open: [...new Set(open.map((key) => (key === from ? to : key)))],
  shown: shown === from ? to : shown,
});

/** The tabs after `event`. */
export const nextTabs = (tabs: Tabs, event: TabsEvent): Tabs => {
  switch (event.kind) {
    case 'shown':
      return {
        open: tabs.open.includes(event.key) ? tabs.open : [...tabs.open, event.key],
        shown: event.key,
      };
    case 'closed':
      return tabs.open.includes(event.key) ? close(tabs, event.key) : tabs;
    case 'stepped':
      return tabs.open.length > 0 ? step(tabs, event.step) : tabs;
    case 'replaced':
      return replace(tabs, event.from, event.to);
    case 'restored':
      return event.tabs;
  }
};

/** The tabs with those of `keys` open as well; one of them is shown if none was. */
export const withOpen = ({ open, shown }: Tabs, keys: readonly string[]): Tabs => ({
  open: [...open, ...keys.filter((key) => !open.includes(key))],
  shown: shown ?? keys[0],
});
