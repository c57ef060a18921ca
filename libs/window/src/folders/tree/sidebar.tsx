import { defaultRequestKind, isWithin, requestKindList, requestKindNames } from '@tandem/core';
import { ChevronDown, ChevronsDownUp, FilePlus2, FolderPlus, Plus } from 'lucide-react';
import {
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

import { Button, IconButton, Menu, MenuItem } from '../../kit/index.js';
import { screenIcons } from '../../shell/screen-icons.js';
import { type Screen, screens } from '../../shell/screens.js';
import { useRequests } from '../../requests/requests.js';
import { useStore } from '../../shell/store.js';
import { useTabs, useWorkspace } from '../../shell/workspace-stores.js';
import { useShortcut } from '../../settings/preferences.js';
import { useFolderPaths } from '../use-folders.js';
import { MarksProvider } from './tree-row.js';
import { Tree } from './tree-view.js';
import { findParentOfKey, listFolderPaths } from './tree.js';

const NewMenu = () => {
  const { create } = useWorkspace();
  return (
    <>
      <IconButton
        icon={Plus}
        label="New request"
        keys={useShortcut('newRequest')}
        onClick={() => create(defaultRequestKind)}
      />
      <Menu
        align="end"
        trigger={<IconButton icon={ChevronDown} label="More to create" className="slim-icon" />}
        // The new item gets the focus instead.
        onCloseAutoFocus={(event) => event.preventDefault()}
      >
        {requestKindList.map((kind) => (
          <MenuItem key={kind} icon={FilePlus2} onSelect={() => create(kind)}>
            {requestKindNames[kind].noun}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};

/** The screens with a button below the tree, in this order. */
const listedScreens: readonly Screen[] = [
  'environments',
  'cookies',
  'runs',
  'history',
  'activity',
  'folder',
  'git',
  'trust',
  'shortcuts',
  'settings',
];

/** The minimum size of the sidebar for labels below the tree, in pixels. */
const roomForLabels = { width: 240, height: 780 } as const;

/** Whether an element is large enough for labels below the tree; undefined until it is measured, before the first paint. */
const useHasRoom = (element: RefObject<HTMLElement | null>): boolean | undefined => {
  const [hasRoom, setHasRoom] = useState<boolean>();
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return undefined;
    const measure = (): void => {
      const { clientWidth, clientHeight } = measured;
      setHasRoom(clientWidth >= roomForLabels.width && clientHeight >= roomForLabels.height);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return hasRoom;
};

const ScreenButtons = ({ hasLabels }: { readonly hasLabels: boolean }) => {
  const { showAndLeave } = useWorkspace();
  const shown = useTabs((tabs) => tabs.shown);
  return (
    <div className="screens" data-labelled={hasLabels}>
      {listedScreens.map((key) => {
        const state = { 'data-current': key === shown || undefined, onClick: () => showAndLeave(key) };
        return hasLabels ? (
          <Button key={key} variant="quiet" icon={screenIcons[key]} {...state}>
            {screens[key]}
          </Button>
        ) : (
          <IconButton key={key} icon={screenIcons[key]} label={screens[key]} side="top" {...state} />
        );
      })}
    </div>
  );
};

interface BarProps {
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly onCollapse: () => void;
}

/** The search above the tree, and buttons that create items and collapse the tree. */
const SearchBar = ({ search, onSearch, onCollapse }: BarProps) => {
  const { createFolder } = useWorkspace();
  return (
    <div className="sidebar-bar">
      <input
        type="search"
        aria-label="Search requests"
        placeholder="Search"
        value={search}
        onChange={({ target }) => {
          onSearch(target.value);
        }}
      />
      <NewMenu />
      <IconButton
        icon={FolderPlus}
        label="New folder"
        keys={useShortcut('newFolder')}
        onClick={() => createFolder('')}
      />
      <IconButton icon={ChevronsDownUp} label="Collapse all" onClick={onCollapse} />
    </div>
  );
};

const ActionProblem = () => {
  const problem = useStore(useWorkspace().problem);
  return problem === undefined ? null : (
    <p className="bad padded" role="alert">
      {problem}
    </p>
  );
};

/** The sidebar: a search, the tree of requests, and links to the screens. `notices` are shown below the tree. */
export const Sidebar = ({ notices }: { readonly notices: ReactNode }) => {
  const { requests, isPending } = useRequests();
  const folders = useFolderPaths();
  const revealed = useStore(useWorkspace().revealed);
  const [search, setSearch] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const around = revealed && findParentOfKey(requests, revealed.key);
  useEffect(() => {
    if (around === undefined) return;
    setSearch('');
    setClosed((present) => new Set([...present].filter((path) => !isWithin(path, around))));
  }, [revealed, around]);
  const searched = useDeferredValue(search);
  const nav = useRef<HTMLElement>(null);
  const hasRoom = useHasRoom(nav);
  return (
    <nav ref={nav} className="sidebar" aria-label="Requests" aria-busy={isPending} data-pane tabIndex={-1}>
      <SearchBar
        search={search}
        onSearch={setSearch}
        onCollapse={() => setClosed(new Set(listFolderPaths({ folders, requests })))}
      />
      <ActionProblem />
      <MarksProvider>
        <Tree search={searched} closed={closed} onClosed={setClosed} />
      </MarksProvider>
      {notices}
      {hasRoom !== undefined && <ScreenButtons hasLabels={hasRoom} />}
    </nav>
  );
};
