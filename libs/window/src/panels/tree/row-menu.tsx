import * as Menu from '@radix-ui/react-dropdown-menu';
import { useRef } from 'react';

import type { RequestId, Summary } from '../../model/saved-request.js';
import type { Actions } from '../../state/use-actions.js';

interface Props {
  readonly request: Summary;
  readonly actions: Actions;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onRename: () => void;
  /** Moves the request up or down among those of its folder. */
  readonly onStep: (step: -1 | 1) => void;
  readonly onMove: () => void;
  /** Takes the focus back when the menu has closed and nothing else wants it. */
  readonly onFocusBack: () => void;
}

interface Item {
  readonly title: string;
  readonly keys?: string;
  readonly act: (id: RequestId) => void;
  /** Whether it moves the focus to something of its own. */
  readonly takesFocus?: true;
}

/** What can be done to a request, as a menu. */
export const RowMenu = (props: Props) => {
  const { request, actions, isOpen, onOpen, onFocusBack } = props;
  const isFocusTaken = useRef(false);
  const items: readonly Item[] = [
    { title: 'Rename', keys: 'F2', act: props.onRename, takesFocus: true },
    { title: 'Move to …', act: props.onMove, takesFocus: true },
    { title: 'Duplicate', keys: 'Ctrl+D', act: actions.duplicate },
    { title: 'Move up', keys: 'Alt+↑', act: () => props.onStep(-1) },
    { title: 'Move down', keys: 'Alt+↓', act: () => props.onStep(1) },
    { title: 'Copy as curl', act: (id) => actions.copyAsCurl(id) },
    { title: 'Copy as curl with secrets', act: (id) => actions.copyAsCurl(id, 'real') },
    { title: 'Delete', keys: 'Del', act: actions.remove },
  ];
  return (
    <Menu.Root modal={false} open={isOpen} onOpenChange={onOpen}>
      <Menu.Trigger
        className="icon more"
        aria-label={`Actions for ${request.name}`}
        tabIndex={-1}
        onClick={(event) => {
          event.stopPropagation();
        }}
      />
      <Menu.Portal>
        <Menu.Content
          className="menu"
          align="start"
          onClick={(event) => {
            event.stopPropagation();
          }}
          onKeyDown={(event) => {
            event.stopPropagation();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!isFocusTaken.current) onFocusBack();
            isFocusTaken.current = false;
          }}
        >
          {items.map(({ title, keys, act, takesFocus }) => (
            <Menu.Item
              key={title}
              onSelect={() => {
                isFocusTaken.current = takesFocus ?? false;
                act(request.id);
              }}
            >
              {title} <kbd hidden={keys === undefined}>{keys}</kbd>
            </Menu.Item>
          ))}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
};
