import { isWithin, type RequestKind, requestKindList, requestKindNames } from '@tandem/core';
import {
  Activity as ActivityIcon,
  Braces,
  ChevronDown,
  ChevronsDownUp,
  Cookie,
  FolderPlus,
  FolderSync,
  History,
  Keyboard,
  ListChecks,
  type LucideIcon,
  Plus,
  Settings,
} from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';

import { IconButton, Menu, MenuItem } from '../../kit/index.js';
import { isForeign } from '../../activity/activity.js';
import type { RequestId } from '../../requests/saved-request.js';
import { type Screen, screens } from '../../shell/screens.js';
import { defaultKind } from '../../requests/request-kinds.js';
import { findParentOfKey, listFolderPaths } from './tree.js';
import { useFolderPaths, useShowFolder } from '../use-folders.js';
import { useLive } from '../../activity/live.js';
import type { Runner } from '../../requests/sending/runner.js';
import type { Actions } from '../../requests/use-actions.js';
import { useRequests } from '../../requests/requests.js';
import type { SendActions } from '../../requests/sending/use-sending.js';
import { MarksProvider } from './run-mark.js';
import { Tree } from './tree-view.js';
import type { RevealedLine } from './use-tree.js';

interface Props {
  readonly shown: string | undefined;
  readonly runner: Runner;
  readonly actions: Actions;
  readonly sending: SendActions;
  readonly problem: string | undefined;
  readonly revealed: RevealedLine | undefined;
  /** Shown below the tree. */
  readonly notices: ReactNode;
  readonly onShow: (key: string) => void;
  /** Shows a request and sends it. */
  readonly onSend: (id: RequestId) => void;
  /** Creates a request next to the shown one. */
  readonly onCreate: (kind: RequestKind) => void;
  /** Creates a folder in another one, and starts editing its name. */
  readonly onCreateFolder: (parent: string) => void;
}

/** How many of the latest changes by others are marked in the tree. */
const maxFreshChanges = 5;

const NewMenu = ({ onCreate }: { readonly onCreate: (kind: RequestKind) => void }) => (
  <>
    <IconButton icon={Plus} label="New request" keys="Alt+N" onClick={() => onCreate(defaultKind)} />
    <Menu
      align="end"
      trigger={<IconButton icon={ChevronDown} label="More to create" className="slim-icon" />}
      // New items get the focus.
      onCloseAutoFocus={(event) => event.preventDefault()}
    >
      {requestKindList.map((kind) => (
        <MenuItem key={kind} onSelect={() => onCreate(kind)}>
          {requestKindNames[kind].noun}
        </MenuItem>
      ))}
    </Menu>
  </>
);

const useFresh = (): ReadonlySet<string> => {
  const { activities } = useLive();
  return new Set(
    activities
      .filter(({ change }) => isForeign(change))
      .slice(0, maxFreshChanges)
      .map(({ change }) => change.id),
  );
};

const icons: readonly (readonly [Screen, LucideIcon])[] = [
  ['environments', Braces],
  ['cookies', Cookie],
  ['runs', ListChecks],
  ['history', History],
  ['activity', ActivityIcon],
  ['folder', FolderSync],
  ['shortcuts', Keyboard],
  ['settings', Settings],
];

const ScreenIcons = ({ shown, onShow }: Pick<Props, 'shown' | 'onShow'>) => (
  <div className="screens">
    {icons.map(([key, icon]) => (
      <IconButton
        key={key}
        icon={icon}
        label={screens[key]}
        side="top"
        data-current={key === shown || undefined}
        onClick={() => onShow(key)}
      />
    ))}
  </div>
);

interface BarProps {
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly onCreate: (kind: RequestKind) => void;
  readonly onCreateFolder: () => void;
  readonly onCollapse: () => void;
}

/** The search above the tree, and the create and collapse buttons. */
const Bar = ({ search, onSearch, onCreate, onCreateFolder, onCollapse }: BarProps) => (
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
    <NewMenu onCreate={onCreate} />
    <IconButton icon={FolderPlus} label="New folder" keys="Shift+Alt+N" onClick={onCreateFolder} />
    <IconButton icon={ChevronsDownUp} label="Collapse all" onClick={onCollapse} />
  </div>
);

/** The sidebar: the workspace, a search, and the tree of its requests. */
export const Sidebar = (props: Props) => {
  const { shown, runner, actions, sending, problem, revealed, notices } = props;
  const { onShow, onSend, onCreate, onCreateFolder } = props;
  const { requests, isPending } = useRequests();
  const folders = useFolderPaths();
  const [search, setSearch] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const around = revealed && findParentOfKey(requests, revealed.key);
  useEffect(() => {
    if (around === undefined) return;
    setSearch('');
    setClosed((present) => new Set([...present].filter((path) => !isWithin(path, around))));
  }, [revealed, around]);
  const searched = useDeferredValue(search);
  const fresh = useFresh();
  const onConfigure = useShowFolder();
  return (
    <nav className="sidebar" aria-label="Requests" aria-busy={isPending} data-pane tabIndex={-1}>
      <Bar
        search={search}
        onSearch={setSearch}
        onCreate={onCreate}
        onCreateFolder={() => onCreateFolder('')}
        onCollapse={() => setClosed(new Set(listFolderPaths({ folders, requests })))}
      />
      {problem !== undefined && (
        <p className="bad padded" role="alert">
          {problem}
        </p>
      )}
      <MarksProvider runner={runner}>
        <Tree
          requests={requests}
          folders={folders}
          search={searched}
          shown={shown}
          fresh={fresh}
          actions={actions}
          closed={closed}
          onClosed={setClosed}
          revealed={revealed}
          onShow={onShow}
          onCreateFolder={onCreateFolder}
          onConfigure={onConfigure}
          onSend={onSend}
          onCopyAs={sending.copyAs}
          onRun={sending.run}
          onExport={sending.exportAs}
        />
      </MarksProvider>
      {notices}
      <ScreenIcons shown={shown} onShow={onShow} />
    </nav>
  );
};
