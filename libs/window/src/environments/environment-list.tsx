import type { EnvironmentView } from '@tandem/core';
import { Check, Copy, Pencil, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useId, useRef } from 'react';

import { Badge, Button, ContextMenu, findStepTarget, MenuItem, MenuSeparator } from '../kit/index.js';
import { usePanelState } from '../shell/panel-state.js';
import { useFileConflicts } from '../synchronization/use-folder.js';
import { ConflictSign, fileConflictLabel } from '../synchronization/conflict-mark.js';
import { ColorDot } from './colors.js';

/** The actions on an environment. */
export interface EnvironmentActions {
  /** Focuses the name input of the shown environment. */
  readonly rename: () => void;
  readonly duplicate: (environment: EnvironmentView) => void;
  readonly remove: (environment: EnvironmentView) => void;
  readonly activate: (environment: EnvironmentView) => void;
}

interface Props {
  readonly environments: readonly EnvironmentView[];
  readonly shown: string | undefined;
  readonly actions: EnvironmentActions;
  readonly onChoose: (id: string) => void;
  /** Resolves with true if the environment was created. */
  readonly onAdd: (name: string) => Promise<boolean>;
}

const AddForm = ({ onAdd }: Pick<Props, 'onAdd'>) => {
  const [name, setName] = usePanelState('new environment', () => '');
  const add = async (): Promise<void> => {
    if (name.trim() !== '' && (await onAdd(name.trim()))) setName('');
  };
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <input
        aria-label="Name of a new environment"
        placeholder="Name"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" isSmall>
        Add
      </Button>
    </form>
  );
};

interface EntryProps extends Pick<Props, 'shown' | 'actions' | 'onChoose'> {
  readonly environment: EnvironmentView;
  /** The id of the entry's element. */
  readonly id: string;
}

/** One environment, with its actions in the context menu. */
const Entry = ({ environment, id: elementId, shown, actions, onChoose }: EntryProps) => {
  const { id, name, color, active } = environment;
  const isRenaming = useRef(false);
  const isInConflict = useFileConflicts().has(id);
  return (
    <ContextMenu
      onOpen={(isOpen) => {
        if (!isOpen) return;
        isRenaming.current = false;
        onChoose(id);
      }}
      onCloseAutoFocus={(event) => {
        if (!isRenaming.current) return;
        event.preventDefault();
        actions.rename();
      }}
      target={
        <li id={elementId} role="option" aria-selected={id === shown} onClick={() => onChoose(id)}>
          <ColorDot color={color} />
          <span className="words">{name}</span>
          <ConflictSign words={isInConflict ? fileConflictLabel : undefined} />
          {active && <Badge tone="good">active</Badge>}
        </li>
      }
    >
      <MenuItem icon={Check} isDisabled={active} onSelect={() => actions.activate(environment)}>
        Activate
      </MenuItem>
      <MenuItem
        icon={Pencil}
        keys="F2"
        onSelect={() => {
          isRenaming.current = true;
        }}
      >
        Rename
      </MenuItem>
      <MenuItem icon={Copy} onSelect={() => actions.duplicate(environment)}>
        Duplicate
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} keys="Del" isDanger onSelect={() => actions.remove(environment)}>
        Delete
      </MenuItem>
    </ContextMenu>
  );
};

/** Opens the context menu of an entry. The keyboard focus is on the list, which has no menu itself. */
const openMenu = (entry: HTMLElement | null): void => {
  const { left, bottom } = entry?.getBoundingClientRect() ?? { left: 0, bottom: 0 };
  entry?.dispatchEvent(
    new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left + 12, clientY: bottom }),
  );
};

/** The environments by name and color; arrow keys choose, Enter activates, Delete deletes. */
export const EnvironmentList = ({ environments, shown, actions, onChoose, onAdd }: Props) => {
  const prefix = useId();
  const at = environments.findIndex(({ id }) => id === shown);
  const present = environments[at];
  const hear = (event: KeyboardEvent): void => {
    const { key, shiftKey } = event;
    const target = environments[findStepTarget(key, at, environments.length - 1) ?? -1];
    if (target) onChoose(target.id);
    else if (present === undefined) return;
    else if (key === 'Enter') actions.activate(present);
    else if (key === 'Delete') {
      if (!event.repeat) actions.remove(present);
    } else if (key === 'ContextMenu' || (shiftKey && key === 'F10'))
      openMenu(document.getElementById(`${prefix}-${present.id}`));
    else return;
    event.preventDefault();
  };
  return (
    <div className="environment-list">
      <ul
        role="listbox"
        aria-label="Environments of the workspace"
        tabIndex={0}
        {...(present ? { 'aria-activedescendant': `${prefix}-${present.id}` } : {})}
        onKeyDown={hear}
      >
        {environments.map((one) => (
          <Entry
            key={one.id}
            shown={shown}
            actions={actions}
            onChoose={onChoose}
            environment={one}
            id={`${prefix}-${one.id}`}
          />
        ))}
      </ul>
      <AddForm onAdd={onAdd} />
    </div>
  );
};
