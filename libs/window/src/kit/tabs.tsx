import * as Radix from '@radix-ui/react-tabs';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useRef } from 'react';

import { joinClasses } from './classes.js';
import { IconButton } from './button.js';
import { Menu, MenuItem } from './overlays/menu.js';
import { useOverflow } from './use-overflow.js';

export interface TabItem {
  readonly key: string;
  readonly title: string;
  /** A number beside the title; hidden if 0. */
  readonly count?: number;
  /** Shown after the title, such as a dot. */
  readonly mark?: ReactNode;
  readonly content: ReactNode;
}

export interface TabsProps {
  /** The name of the tab list for screen readers. */
  readonly label: string;
  readonly tabs: readonly TabItem[];
  readonly value: string;
  readonly onChange: (key: string) => void;
  /** Controls at the right end of the list. */
  readonly extra?: ReactNode;
  readonly className?: string;
}

/** The gap between two tabs, in pixels, as in the style. */
const tabGap = 4;

const Count = ({ count = 0 }: Pick<TabItem, 'count'>) => count > 0 && <span className="count">{count}</span>;

/** Tabs with their panels. Those that do not fit are in a menu at the end of the list. */
export const Tabs = ({ label, tabs, value, onChange, extra, className }: TabsProps) => {
  const list = useRef<HTMLDivElement>(null);
  const chosen = tabs.findIndex(({ key }) => key === value);
  const of = tabs.map(({ title, count }) => `${title} ${count ?? 0}`).join('\n');
  const hidden = useOverflow(list, chosen, tabGap, of);
  /** Whether a tab was chosen in the menu. The tab then gets the focus, as after a click. */
  const isPicked = useRef(false);
  const focusPicked = (event: Event): void => {
    if (!isPicked.current) return;
    isPicked.current = false;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>('[data-state=active]')?.focus();
  };
  return (
    <Radix.Root className={joinClasses('k-tabs', className)} value={value} onValueChange={onChange}>
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
          <Menu
            align="end"
            trigger={<IconButton icon={Ellipsis} look="small" label={`More of ${label}`} />}
            onCloseAutoFocus={focusPicked}
          >
            {hidden.map((index) => {
              const tab = tabs[index];
              return (
                tab && (
                  <MenuItem
                    key={tab.key}
                    note={tab.count === undefined || tab.count === 0 ? undefined : `${tab.count}`}
                    onSelect={() => {
                      isPicked.current = true;
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
