import * as Radix from '@radix-ui/react-tabs';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';

import { classes } from './classes.js';
import { IconButton } from './icon-button.js';
import { Menu, MenuItem } from './menu.js';

export interface TabItem {
  readonly key: string;
  readonly title: string;
  /** A number beside the title; none when it is 0. */
  readonly count?: number;
  /** Stands after the title, such as a dot. */
  readonly mark?: ReactNode;
  readonly content: ReactNode;
}

export interface TabsProps {
  /** What a screen reader calls the list of tabs. */
  readonly label: string;
  readonly tabs: readonly TabItem[];
  readonly value: string;
  readonly onChange: (key: string) => void;
  /** Controls at the right end of the list. */
  readonly extra?: ReactNode;
  readonly className?: string;
}

/** How many of the tabs fit into `room` one after the other; the chosen one always has its place. */
const fit = (widths: readonly number[], chosen: number, room: number, gap: number): ReadonlySet<number> => {
  const shown = new Set<number>();
  let left = room;
  if (widths[chosen] !== undefined) {
    shown.add(chosen);
    left -= widths[chosen] + gap;
  }
  for (const [index, width] of widths.entries()) {
    if (index === chosen) continue;
    if (width > left) break;
    shown.add(index);
    left -= width + gap;
  }
  return shown;
};

const gap = 16;
const moreWidth = 32;

/** Which tabs do not fit, as their positions; measured anew when the list or a tab has another size. */
const useOverflow = (
  list: RefObject<HTMLDivElement | null>,
  chosen: number,
  of: string,
): readonly number[] => {
  const [hidden, setHidden] = useState<readonly number[]>([]);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const widths = [...element.children].map((tab) => (tab as HTMLElement).offsetWidth);
      const room = element.clientWidth;
      const needed = widths.reduce((sum, width) => sum + width + gap, -gap);
      const shown = fit(widths, chosen, needed <= room ? needed : room - moreWidth, gap);
      const next = [...widths.keys()].filter((index) => !shown.has(index));
      setHidden((before) => (before.join() === next.join() ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const one of [element, ...element.children]) observer.observe(one);
    return () => {
      observer.disconnect();
    };
  }, [list, chosen, of]);
  return hidden;
};

const Count = ({ count = 0 }: Pick<TabItem, 'count'>) => count > 0 && <span className="count">{count}</span>;

/** Tabs with their panels. Those that do not fit are in a menu at the end of the list. */
export const Tabs = ({ label, tabs, value, onChange, extra, className }: TabsProps) => {
  const list = useRef<HTMLDivElement>(null);
  const chosen = tabs.findIndex(({ key }) => key === value);
  const of = tabs.map(({ title, count }) => `${title} ${count ?? 0}`).join('\n');
  const hidden = useOverflow(list, chosen, of);
  return (
    <Radix.Root className={classes('k-tabs', className)} value={value} onValueChange={onChange}>
      <div className="k-tab-bar">
        <Radix.List ref={list} className="k-tab-list" aria-label={label}>
          {tabs.map(({ key, title, count, mark }, index) => (
            <Radix.Trigger key={key} value={key} data-hidden={hidden.includes(index) || undefined}>
              {title} <Count {...(count === undefined ? {} : { count })} />
              {mark}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {hidden.length > 0 && (
          <Menu align="end" trigger={<IconButton icon={Ellipsis} look="small" label={`More of ${label}`} />}>
            {hidden.map((index) => {
              const tab = tabs[index];
              return (
                tab && (
                  <MenuItem
                    key={tab.key}
                    note={tab.count === undefined || tab.count === 0 ? undefined : `${tab.count}`}
                    onSelect={() => {
                      onChange(tab.key);
                    }}
                  >
                    {tab.title}
                  </MenuItem>
                )
              );
            })}
          </Menu>
        )}
        {extra !== undefined && <div className="k-tab-extra">{extra}</div>}
      </div>
      {tabs.map(({ key, content }) => (
        <Radix.Content key={key} value={key}>
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
};
