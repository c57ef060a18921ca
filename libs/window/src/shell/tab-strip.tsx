import { ChevronDown, Folder, Undo2, X } from 'lucide-react';
import { getFolderName, getParentFolder, toVisibleLine } from '@tandem/core';
import { type DragEvent, memo, useMemo, useRef } from 'react';

import { useShowChanges } from '../activity/use-activity.js';
import { AgentMark } from '../agents/agents-at-work.js';
import { useAgentMarks } from '../agents/agents.js';
import { type FolderList, useFolders } from '../folders/use-folders.js';
import {
  ContextMenu,
  IconButton,
  Menu,
  MenuChoice,
  MenuItem,
  MenuSeparator,
  Method,
  useOverflow,
} from '../kit/index.js';
import { toEditedRequest } from '../requests/drafts/draft.js';
import { useDraft } from '../requests/drafts/use-drafts.js';
import { useRequests } from '../requests/requests.js';
import { isRequestId, type RequestId, type Summary } from '../requests/saved-request.js';
import { useShortcut } from '../settings/preferences.js';
import { ConflictMark, ConflictSign, fileConflictLabel } from '../synchronization/conflict-mark.js';
import { useFileConflicts } from '../synchronization/use-folder.js';
import { screenIcons } from './screen-icons.js';
import { isFolderTab, isScreen, screens } from './screens.js';
import type { TabsStore } from './tabs.js';
import { useTabs, useWorkspace } from './workspace-stores.js';

interface TabMenuProps {
  readonly tabKey: string;
  /** The name of the tab's request or screen. */
  readonly name: string;
  /** Called before the tree gets the focus and shows the request. */
  readonly onReveal: () => void;
}

/** The entries of a tab's menu that keep, close or reopen tabs. */
const CloseEntries = ({ tabKey }: { readonly tabKey: string }) => {
  const { close, closeAll, keep } = useWorkspace().tabs;
  const { open, preview } = useTabs((present) => present);
  const others = open.filter((key) => key !== tabKey);
  const right = open.slice(open.indexOf(tabKey) + 1);
  return (
    <>
      {preview === tabKey && <MenuItem onSelect={() => keep(tabKey)}>Keep open</MenuItem>}
      <MenuItem keys={useShortcut('closeTab')} onSelect={() => close(tabKey)}>
        Close
      </MenuItem>
      <MenuItem isDisabled={others.length === 0} onSelect={() => closeAll(others)}>
        Close others
      </MenuItem>
      <MenuItem isDisabled={right.length === 0} onSelect={() => closeAll(right)}>
        Close to the right
      </MenuItem>
      <MenuItem onSelect={() => closeAll(open)}>Close all</MenuItem>
      <ReopenEntry />
    </>
  );
};

const ReopenEntry = () => {
  const { reopen } = useWorkspace();
  const hasClosed = useTabs(({ closed = [] }) => closed.length > 0);
  return (
    <MenuItem isDisabled={!hasClosed} keys={useShortcut('reopenTab')} onSelect={reopen}>
      Reopen closed tab
    </MenuItem>
  );
};

/** The actions of a tab. */
const TabMenu = ({ tabKey, name, onReveal }: TabMenuProps) => {
  const showChanges = useShowChanges();
  const { actions, reveal } = useWorkspace();
  return (
    <>
      <CloseEntries tabKey={tabKey} />
      {isRequestId(tabKey) && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => actions.duplicate(tabKey)}>Duplicate</MenuItem>
          <MenuItem
            onSelect={() => {
              onReveal();
              reveal(tabKey);
            }}
          >
            Reveal in tree
          </MenuItem>
          <MenuItem onSelect={() => showChanges({ id: tabKey, name })}>Changes of this request</MenuItem>
        </>
      )}
    </>
  );
};

/** Returns the title for the tab of a deleted request: the name in its draft, otherwise its last name. */
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

/** Remembers the last names of requests, including deleted ones. */
const useLastNames = (byId: ReadonlyMap<string, Summary>): ReadonlyMap<string, string> => {
  const names = useRef(new Map<string, string>());
  for (const { id, name } of byId.values()) names.current.set(id, name);
  return names.current;
};

/** The requests by id. Looking them up in a list would be slow with thousands of requests and hundreds of tabs. */
const useRequestsById = (): ReadonlyMap<string, Summary> => {
  const { requests } = useRequests();
  return useMemo(() => new Map(requests.map((one) => [one.id, one])), [requests]);
};

/** Returns the last name of the folder that a tab shows. */
const getTabFolderName = (key: string, folders: FolderList['folders']): string => {
  const folder = folders.find(({ id }) => id === key);
  return folder ? getFolderName(folder.path) : 'Deleted folder';
};

/** Returns the parent of the folder that a tab shows; undefined for other tabs. */
const getParentOfTabFolder = (key: string, folders: FolderList['folders']): string | undefined => {
  const folder = folders.find(({ id }) => id === key);
  return folder && getParentFolder(folder.path);
};

const Title = ({
  tabKey,
  request,
  lastName,
}: {
  readonly tabKey: string;
  readonly request: Summary | undefined;
  readonly lastName: string | undefined;
}) => {
  const folders = useFolders();
  const agentAt = useAgentMarks();
  const fileConflicts = useFileConflicts();
  if (isScreen(tabKey)) {
    const Icon = screenIcons[tabKey];
    return (
      <>
        <Icon className="k-icon" aria-hidden="true" /> <span className="name">{screens[tabKey]}</span>
      </>
    );
  }
  if (isFolderTab(tabKey))
    return (
      <>
        <Folder className="k-icon tab-folder" aria-hidden="true" />{' '}
        <span className="name">{getTabFolderName(tabKey, folders)}</span>
        <ConflictSign words={fileConflicts.has(tabKey) ? fileConflictLabel : undefined} />
      </>
    );
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
const getDragProps = (key: string, move: TabsStore['move']) => ({
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

interface TabProps {
  readonly tabKey: string;
  readonly request: Summary | undefined;
  readonly lastName: string | undefined;
  /** Whether the tab does not fit into the strip, so that only the menu of all tabs contains it. */
  readonly isHidden: boolean;
}

const previewNote = 'Preview: double-click to keep it open';

/** The button of a tab. A double click turns a preview into a permanent tab. */
const TabButton = ({ tabKey: key, request, lastName }: Omit<TabProps, 'isHidden'>) => {
  const { preview, keep, close, step } = useWorkspace().tabs;
  const isShown = useTabs(({ shown }) => shown === key);
  const isPreview = useTabs((tabs) => tabs.preview === key);
  return (
    <button
      id={`tab-${key}`}
      type="button"
      role="tab"
      aria-selected={isShown}
      tabIndex={isShown ? 0 : -1}
      aria-controls="shown-tab"
      data-preview={isPreview || undefined}
      {...(isPreview ? { title: previewNote, 'aria-description': previewNote } : {})}
      onClick={() => preview(key)}
      onDoubleClick={() => keep(key)}
      onAuxClick={({ button }) => {
        if (button === 1) close(key);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Delete') close(key);
        if (event.key === 'ArrowRight') step(1);
        if (event.key === 'ArrowLeft') step(-1);
      }}
    >
      <Title tabKey={key} request={request} lastName={lastName} />
    </button>
  );
};

/**
 * A tab with its menu. Its × is for the pointer. On the keyboard, Delete or Alt+W closes the tab.
 * Memoized, because there may be hundreds of tabs.
 */
const Tab = memo(({ tabKey: key, request, lastName, isHidden }: TabProps) => {
  const { close, move } = useWorkspace().tabs;
  const isShown = useTabs(({ shown }) => shown === key);
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
          data-shown={isShown}
          data-hidden={isHidden || undefined}
          {...getDragProps(key, move)}
        >
          <TabButton tabKey={key} request={request} lastName={lastName} />
          <span
            className="close-tab"
            aria-hidden="true"
            title={`Close (${useShortcut('closeTab')})`}
            onClick={() => close(key)}
          >
            <X className="k-icon" />
          </span>
        </div>
      }
    >
      <TabMenu
        tabKey={key}
        name={request?.name ?? lastName ?? ''}
        onReveal={() => {
          isFocusTaken.current = true;
        }}
      />
    </ContextMenu>
  );
});

/** Reopens the closed tab while no tab is open, which leaves nothing to list. */
const ReopenButton = () => {
  const { reopen } = useWorkspace();
  const hasClosed = useTabs(({ closed = [] }) => closed.length > 0);
  const keys = useShortcut('reopenTab');
  return hasClosed && <IconButton icon={Undo2} label="Reopen closed tab" keys={keys} onClick={reopen} />;
};

interface AllTabsProps {
  readonly names: readonly string[];
  readonly lastNames: ReadonlyMap<string, string>;
}

/** The menu of all open tabs, each with what its tab shows. */
const AllTabs = ({ names, lastNames }: AllTabsProps) => {
  const { preview, closeAll } = useWorkspace().tabs;
  const { open, shown } = useTabs((present) => present);
  const byId = useRequestsById();
  const folders = useFolders();
  const noteOf = (key: string): string | undefined =>
    byId.get(key)?.folder ?? getParentOfTabFolder(key, folders);
  return (
    <Menu align="end" trigger={<IconButton icon={ChevronDown} label="All open tabs" className="slim-icon" />}>
      <MenuChoice
        value={shown}
        options={open.map((key, index) => ({
          value: key,
          title: (
            <span className="tab-title">
              <Title tabKey={key} request={byId.get(key)} lastName={lastNames.get(key)} />
            </span>
          ),
          text: names[index] ?? key,
          note: noteOf(key),
        }))}
        onChange={preview}
      />
      <MenuSeparator />
      <ReopenEntry />
      <MenuItem onSelect={() => closeAll(open)}>Close all</MenuItem>
    </Menu>
  );
};

const getTabName = (
  key: string,
  byId: ReadonlyMap<string, Summary>,
  last: ReadonlyMap<string, string>,
): string => (isScreen(key) ? screens[key] : (byId.get(key)?.name ?? last.get(key) ?? 'Deleted request'));

/**
 * Shows the open tabs and their menu. A click shows a tab, a double click makes a preview permanent, and the middle button or the × closes
 * a tab. Its menu has more actions.
 */
export const TabStrip = () => {
  const byId = useRequestsById();
  const { move } = useWorkspace().tabs;
  const { open, shown } = useTabs((tabs) => tabs);
  const lastNames = useLastNames(byId);
  const folders = useFolders();
  const names = open.map((key) =>
    toVisibleLine(isFolderTab(key) ? getTabFolderName(key, folders) : getTabName(key, byId, lastNames)),
  );
  const strip = useRef<HTMLDivElement>(null);
  const shownAt = open.findIndex((key) => key === shown);
  const hidden = useOverflow(strip, shownAt, 0, names.join('\n'), 0);
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
        {open.map((key, index) => (
          <Tab
            key={key}
            tabKey={key}
            request={byId.get(key)}
            lastName={lastNames.get(key)}
            isHidden={hidden.includes(index)}
          />
        ))}
      </div>
      {open.length > 0 ? <AllTabs names={names} lastNames={lastNames} /> : <ReopenButton />}
    </div>
  );
};
