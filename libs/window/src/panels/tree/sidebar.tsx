import * as Menu from '@radix-ui/react-dropdown-menu';
import { type RequestKind, requestKindList, requestKindNames } from '@tandem/core';
import { useDeferredValue, useState } from 'react';

import { isForeign } from '../../model/activity.js';
import type { Runs } from '../../model/runs.js';
import type { Summary } from '../../model/saved-request.js';
import { screens } from '../../model/screens.js';
import { useLive } from '../../state/live.js';
import type { Actions } from '../../state/use-actions.js';
import { Tree } from './tree.js';
import { WorkspaceSwitcher } from './workspace-switcher.js';

interface Props {
  readonly requests: readonly Summary[];
  readonly isLoading: boolean;
  readonly problem: string | undefined;
  readonly shown: string | undefined;
  readonly runs: Runs;
  readonly actions: Actions;
  readonly onShow: (key: string) => void;
}

/** How many of the latest changes by others are marked in the tree. */
const mostFresh = 5;

/** The folder that new requests go to: that of the shown one. */
const folderOfShown = (requests: readonly Summary[], shown: string | undefined): string =>
  requests.find(({ id }) => id === shown)?.folder ?? '';

const NewMenu = ({ onCreate }: { readonly onCreate: (kind: RequestKind) => void }) => (
  <Menu.Root modal={false}>
    <Menu.Trigger className="button small new" aria-label="New request">
      New
    </Menu.Trigger>
    <Menu.Portal>
      <Menu.Content className="menu" align="end">
        {requestKindList.map((kind) => (
          <Menu.Item key={kind} onSelect={() => onCreate(kind)}>
            {requestKindNames[kind].noun}
          </Menu.Item>
        ))}
      </Menu.Content>
    </Menu.Portal>
  </Menu.Root>
);

const useFresh = (): ReadonlySet<string> => {
  const { activities } = useLive();
  return new Set(
    activities
      .filter(({ change }) => isForeign(change))
      .slice(0, mostFresh)
      .map(({ change }) => change.id),
  );
};

const ScreenLinks = ({ onShow }: Pick<Props, 'onShow'>) => (
  <div className="screens">
    {Object.entries(screens).map(([key, title]) => (
      <button
        key={key}
        type="button"
        className="link"
        onClick={() => {
          onShow(key);
        }}
      >
        {title}
      </button>
    ))}
  </div>
);

/** The left side: the workspace, a search, and the tree of its requests. */
export const Sidebar = ({ requests, isLoading, problem, shown, runs, actions, onShow }: Props) => {
  const [search, setSearch] = useState('');
  const searched = useDeferredValue(search);
  const fresh = useFresh();
  const folder = folderOfShown(requests, shown);
  return (
    <nav className="sidebar" aria-label="Requests" aria-busy={isLoading}>
      <WorkspaceSwitcher />
      <div className="sidebar-bar">
        <input
          type="search"
          aria-label="Search requests"
          placeholder={`Search ${requests.length} requests`}
          value={search}
          onChange={({ target }) => {
            setSearch(target.value);
          }}
        />
        <NewMenu
          onCreate={(kind) => {
            actions.create(kind, folder);
          }}
        />
      </div>
      {problem !== undefined && (
        <p className="bad padded" role="alert">
          {problem}
        </p>
      )}
      <Tree
        requests={requests}
        search={searched}
        shown={shown}
        fresh={fresh}
        runs={runs}
        actions={actions}
        onShow={onShow}
      />
      <ScreenLinks onShow={onShow} />
    </nav>
  );
};
