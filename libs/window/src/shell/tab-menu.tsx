import { MenuItem, MenuSeparator } from '../kit/index.js';
import { isRequestId } from '../requests/saved-request.js';
import { useShowChanges } from '../activity/activity-filter.js';
import type { Actions } from '../requests/use-actions.js';
import type { TabsControl } from './use-tabs.js';

export interface TabMenuProps {
  readonly tabKey: string;
  /** The name of what the tab shows. */
  readonly name: string;
  readonly control: TabsControl;
  readonly actions: Pick<Actions, 'duplicate'>;
  /** Shows a request in the tree. */
  readonly onReveal: (key: string) => void;
}

/** What can be done with a tab and with those beside it. */
export const TabMenu = ({ tabKey, name, control, actions, onReveal }: TabMenuProps) => {
  const showChanges = useShowChanges();
  const { tabs, close, closeAll } = control;
  const others = tabs.open.filter((key) => key !== tabKey);
  const right = tabs.open.slice(tabs.open.indexOf(tabKey) + 1);
  return (
    <>
      <MenuItem keys="Alt+W" onSelect={() => close(tabKey)}>
        Close
      </MenuItem>
      <MenuItem isDisabled={others.length === 0} onSelect={() => closeAll(others)}>
        Close others
      </MenuItem>
      <MenuItem isDisabled={right.length === 0} onSelect={() => closeAll(right)}>
        Close to the right
      </MenuItem>
      {isRequestId(tabKey) && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => actions.duplicate(tabKey)}>Duplicate</MenuItem>
          <MenuItem onSelect={() => onReveal(tabKey)}>Reveal in tree</MenuItem>
          <MenuItem onSelect={() => showChanges({ id: tabKey, name })}>Changes of this request</MenuItem>
        </>
      )}
    </>
  );
};
