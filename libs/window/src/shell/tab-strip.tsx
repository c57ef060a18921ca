import { getFolderName, toVisibleLine } from '@tandem/core';
import { Ellipsis, Folder, X } from 'lucide-react';
import { type DragEvent, useRef } from 'react';

import { toEditedRequest } from '../requests/drafts/draft.js';
import { isFolderTab, isScreen, screens } from './screens.js';
import { isRequestId, type RequestId, type Summary } from '../requests/saved-request.js';
import { useDraft } from '../requests/drafts/use-drafts.js';
import type { TabsControl } from './use-tabs.js';
import { useAgentMarks } from '../agents/agents.js';
import { useFileConflicts } from '../synchronization/use-folder.js';
import { AgentMark } from '../agents/agents-at-work.js';
import { ConflictMark, ConflictSign, fileConflictLabel } from '../synchronization/conflict-mark.js';
import {
  ContextMenu,
  IconButton,
  Menu,
  MenuChoice,
  Method,
  useOverflow,
  MenuItem,
  MenuSeparator,
} from '../kit/index.js';
import { type FolderList, useFolders } from '../folders/use-folders.js';
import type { Actions } from '../requests/use-actions.js';
import { useShowChanges } from '../activity/use-activity.js';

interface TabMenuProps {
  readonly tabKey: string;
  /** The name of the tab's content. */
  readonly name: string;
  readonly control: TabsControl;
  readonly actions: Pick<Actions, 'duplicate'>;
  /** Shows a request in the tree. */
  readonly onReveal: (key: string) => void;
}

/** The actions of a tab. */
const TabMenu = ({ tabKey, name, control, actions, onReveal }: TabMenuProps) => {
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

export interface TabStripProps {
  readonly control: TabsControl;
  readonly requests: readonly Summary[];
  readonly actions: Pick<Actions, 'duplicate'>;
  /** Shows a request in the tree. */
  readonly onReveal: (key: string) => void;
}

/** The title of a deleted request: its draft's name, else its last name. */
const DeletedTitle = ({
  id,
  lastName,
}: {
  readonly id: RequestId;
  readonly lastName: string | undefined;
}) => {
  const state = useDraft(id);
  const name = state ? toEditedRequest(state.draft).name : lastName;
  return name === undefined ? (
    'Deleted request'
  ) : (
    <s className="name" title="This request was deleted">
      {name}
    </s>
  );
};

/** The last names of requests, including deleted ones. */
const useLastNames = (requests: readonly Summary[]): ReadonlyMap<string, string> => {
  const names = useRef(new Map<string, string>());
  for (const { id, name } of requests) names.current.set(id, name);
  return names.current;
};

/** The last name of a tab's folder. */
const getTabFolderName = (key: string, folders: FolderList['folders']): string => {
  const folder = folders.find(({ id }) => id === key);
  return folder ? getFolderName(folder.path) : 'Deleted folder';
};

const Title = ({
  tabKey,
  requests,
  lastName,
}: {
  readonly tabKey: string;
  readonly requests: readonly Summary[];
  readonly lastName: string | undefined;
}) => {
  const folders = useFolders();
  const agentAt = useAgentMarks();
  const fileConflicts = useFileConflicts();
  if (isScreen(tabKey)) return <span className="name">{screens[tabKey]}</span>;
  if (isFolderTab(tabKey))
    return (
      <>
        <Folder className="k-icon" aria-hidden="true" />{' '}
        <span className="name">{getTabFolderName(tabKey, folders)}</span>
        <ConflictSign words={fileConflicts.has(tabKey) ? fileConflictLabel : undefined} />
      </>
    );
  const request = requests.find(({ id }) => id === tabKey);
  return request ? (
    <>
      <Method method={request.method} /> <span className="name">{request.name}</span>
      <ConflictMark id={request.id} fileConflicts={fileConflicts} />
      <AgentMark words={agentAt(request.id)} />
    </>
  ) : isRequestId(tabKey) ? (
    <DeletedTitle id={tabKey} lastName={lastName} />
  ) : (
    'Deleted request'
  );
};

/** The drag type of a tab. */
const dragType = 'application/x-tandem-tab';

/** Makes a tab draggable, and a drop target before itself. */
const getDragProps = (key: string, move: TabsControl['move']) => ({
  draggable: true,
  onDragStart: ({ dataTransfer }: DragEvent): void => {
    dataTransfer.setData(dragType, key);
    dataTransfer.effectAllowed = 'move';
  },
  onDragOver: (event: DragEvent): void => {
    if (event.dataTransfer.types.includes(dragType)) event.preventDefault();
  },
  onDrop: (event: DragEvent): void => {
    const dragged = event.dataTransfer.getData(dragType);
    if (dragged === '') return;
    event.preventDefault();
    event.stopPropagation();
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const isBefore = event.clientX < left + width / 2;
    const next = event.currentTarget.nextElementSibling?.getAttribute('data-key') ?? undefined;
    move(dragged, isBefore ? key : next);
  },
});

interface TabProps extends TabStripProps {
  readonly tabKey: string;
  readonly lastName: string | undefined;
  /** Whether there is no room for it, so that it is only in the menu of all tabs. */
  readonly isHidden: boolean;
}

/** A tab with its menu. Its × is for the pointer; by keyboard, Delete or Alt+W closes a tab. */
const Tab = (props: TabProps) => {
  const { tabKey: key, control, requests, lastName, isHidden } = props;
  const { tabs, show, close, step, move } = control;
  const isFocusTaken = useRef(false);
  return (
    <ContextMenu
      onCloseAutoFocus={(event) => {
        if (isFocusTaken.current) event.preventDefault();
        isFocusTaken.current = false;
      }}
      target={
        <div
          role="presentation"
          className="open-tab"
          data-key={key}
          data-shown={key === tabs.shown}
          data-hidden={isHidden || undefined}
          {...getDragProps(key, move)}
        >
          <button
            id={`tab-${key}`}
            type="button"
            role="tab"
            aria-selected={key === tabs.shown}
            tabIndex={key === tabs.shown ? 0 : -1}
            aria-controls="shown-tab"
            onClick={() => show(key)}
            onAuxClick={({ button }) => {
              if (button === 1) close(key);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Delete') close(key);
              if (event.key === 'ArrowRight') step(1);
              if (event.key === 'ArrowLeft') step(-1);
            }}
          >
            <Title tabKey={key} requests={requests} lastName={lastName} />
          </button>
          <span className="close-tab" aria-hidden="true" title="Close (Alt+W)" onClick={() => close(key)}>
            <X className="k-icon" />
          </span>
        </div>
      }
    >
      <TabMenu
        {...props}
        name={requests.find(({ id }) => id === key)?.name ?? lastName ?? ''}
        onReveal={(revealed) => {
          isFocusTaken.current = true;
          props.onReveal(revealed);
        }}
      />
    </ContextMenu>
  );
};

/** The menu of all tabs, if they do not fit. */
const AllTabs = ({ control, requests, names }: TabStripProps & { readonly names: readonly string[] }) => (
  <Menu align="end" trigger={<IconButton icon={Ellipsis} label="All open tabs" />}>
    <MenuChoice
      value={control.tabs.shown}
      options={control.tabs.open.map((key, index) => ({
        value: key,
        title: names[index] ?? key,
        note: requests.find(({ id }) => id === key)?.folder,
      }))}
      onChange={control.show}
    />
  </Menu>
);

const getTabName = (key: string, requests: readonly Summary[], last: ReadonlyMap<string, string>): string =>
  isScreen(key)
    ? screens[key]
    : (requests.find(({ id }) => id === key)?.name ?? last.get(key) ?? 'Deleted request');

/** The open tabs: a click shows one, the middle button or its × closes it, and its menu has more actions. */
export const TabStrip = (props: TabStripProps) => {
  const { control, requests } = props;
  const { tabs, move } = control;
  const lastNames = useLastNames(requests);
  const folders = useFolders();
  const names = tabs.open.map((key) =>
    toVisibleLine(isFolderTab(key) ? getTabFolderName(key, folders) : getTabName(key, requests, lastNames)),
  );
  const strip = useRef<HTMLDivElement>(null);
  const shownAt = tabs.open.findIndex((key) => key === tabs.shown);
  const hidden = useOverflow(strip, shownAt, 0, names.join('\n'));
  return (
    <div className="tab-strip">
      <div
        ref={strip}
        role="tablist"
        aria-label="Open tabs"
        className="open-tabs"
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes(dragType)) event.preventDefault();
        }}
        onDrop={({ dataTransfer }) => {
          const dragged = dataTransfer.getData(dragType);
          if (dragged !== '') move(dragged, undefined);
        }}
      >
        {tabs.open.map((key, index) => (
          <Tab
            key={key}
            {...props}
            tabKey={key}
            lastName={lastNames.get(key)}
            isHidden={hidden.includes(index)}
          />
        ))}
      </div>
      {hidden.length > 0 && <AllTabs {...props} names={names} />}
    </div>
  );
};
