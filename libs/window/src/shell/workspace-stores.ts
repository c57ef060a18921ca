import type { RequestKind } from '@tandem/core';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect } from 'react';

import { formatFolderKey, findTabFolder, parseFolderKey } from '../folders/tree/tree.js';
import type { ManyActions } from '../folders/tree/use-selection.js';
import { createTreeChanges, type TreeChanges } from '../folders/tree/tree-changes.js';
import { type FolderList, listFolders } from '../folders/use-folders.js';
import { isListOverlay } from '../kit/index.js';
import type { Link } from '../link/link.js';
import { queryKeys } from '../link/query-keys.js';
import { type Actions, createActions } from '../requests/actions.js';
import { listRequests } from '../requests/requests.js';
import { isRequestId, type RequestId, type Summary } from '../requests/saved-request.js';
import {
  type Blocker,
  type Runner,
  createSendActions,
  type SendActions,
} from '../requests/sending/runner.js';
import type { Run } from '../requests/sending/runs.js';
import type { PreferenceStore } from '../settings/preference-store.js';
import type { WorkspaceEdit } from '../workspaces/use-asking.js';
import { followDeletions } from './deletions.js';
import { focusUrl } from './focus.js';
import type { Page } from './page.js';
import { isScreen } from './screens.js';
import { createStore, type ReadableStore, type Store, useSelected } from './store.js';
import { createTabs, type Tabs, type TabsStore } from './tabs.js';
import { createViewReport, type ReportedParts, type ViewReport } from './view-report.js';

/** The list of requests, in a window that shows it over the main area. */
interface ListStore {
  readonly isOver: Store<boolean>;
  /** Shows the list, or hides it. */
  readonly toggle: () => void;
  /** Shows the list if it is hidden. */
  readonly open: () => void;
  /** Closes the list if it covers the main area. */
  readonly leave: () => void;
}

/**
 * The key of a tree line that should be scrolled into view. Each object is a new request, so that the same key
 * scrolls again.
 */
export interface RevealedLine {
  readonly key: string;
  /** Whether the name of the line should be edited, as for a new folder. */
  readonly isNamed?: boolean;
  /** Whether the dialog that moves the line should open. */
  readonly isMoved?: boolean;
}

/** The actions on the selected lines of the tree. */
export interface SelectedActions extends ManyActions {
  /** Describes the lines, such as `2 requests`. */
  readonly words: string;
}

/** The modes of the palette: commands and requests, or only requests. */
export type PaletteMode = 'commands' | 'requests';

/** The stores of the open workspace, and the actions that any part of the page can take in it. */
export interface WorkspaceStores {
  readonly tabs: TabsStore;
  readonly runner: Runner;
  readonly actions: Actions;
  /** Changes several requests and folders, and undoes the changes of the person. */
  readonly changes: TreeChanges;
  /** The reason why the last action failed. */
  readonly problem: ReadableStore<string | undefined>;
  readonly sending: SendActions;
  readonly list: ListStore;
  readonly revealed: ReadableStore<RevealedLine | undefined>;
  /** Shows a request or a folder in the tree, even if the list is hidden. */
  readonly reveal: (key: string) => void;
  /** Shows a line in the tree, and starts editing its name. */
  readonly revealNamed: (key: string) => void;
  /** Reveals a line of the tree and opens the dialog that moves it. */
  readonly revealMoved: (key: string) => void;
  /** Creates a folder in another one, and starts editing its name. */
  readonly createFolder: (parent: string) => void;
  /** Creates a request in the folder of the shown item. */
  readonly create: (kind: RequestKind) => void;
  /** Shows a tab, and closes a list that covers it. */
  readonly showAndLeave: (key: string) => void;
  /** Shows a tab as a preview, and closes a list that covers it. */
  readonly previewAndLeave: (key: string) => void;
  /** Reopens the last closed tab. */
  readonly reopen: () => void;
  /** Shows a request and sends it. */
  readonly showAndSend: (id: RequestId) => void;
  /** The open dialog that asks about workspaces. */
  readonly edit: Store<WorkspaceEdit | undefined>;
  readonly palette: Store<PaletteMode | undefined>;
  /** The actions on the selected lines of the tree; undefined unless several lines are selected. The tree sets them. */
  readonly selected: { current: SelectedActions | undefined };
  /** The file input that opens the system's dialog, in which a person picks documents to import. */
  readonly importPicker: { current: HTMLInputElement | null };
  /** The URL in the dialog that asks for one; undefined while the dialog is closed. */
  readonly importUrl: Store<string | undefined>;
  readonly viewReport: ViewReport;
  /** Connects the stores with the page. Returns a function that disconnects them. */
  readonly start: () => () => void;
}

const createListStore = (preferences: PreferenceStore, isNothingShown: boolean): ListStore => {
  const isOver = createStore(isNothingShown);
  const isHidden = (): boolean => preferences.get()?.isListHidden ?? false;
  return {
    isOver,
    toggle: () => {
      if (isListOverlay()) isOver.update((is) => !is);
      else preferences.change({ isListHidden: !isHidden() });
    },
    open: () => {
      if (isListOverlay()) isOver.set(true);
      else if (isHidden()) preferences.change({ isListHidden: false });
    },
    leave: () => isOver.set(false),
  };
};

/** Lists the tabs with edits that the previous page could not store. */
const listInterruptedTabs = ({ drafts, folderEdits }: Page, workspaceId: string): readonly string[] => [
  ...drafts.interrupted(workspaceId),
  ...folderEdits.interrupted(workspaceId).map(({ id, path }) => (path === '' ? 'workspace' : id)),
];

/** Creates the functions that reveal a line of the tree. */
const createTreeRevealer = (tabs: TabsStore, list: ListStore, actions: Actions) => {
  const revealed = createStore<RevealedLine | undefined>(undefined);
  const revealNamed = (key: string): void => {
    list.open();
    revealed.set({ key, isNamed: true });
  };
  return {
    revealed,
    reveal: (key: string): void => {
      if (parseFolderKey(key) === undefined) tabs.preview(key);
      list.open();
      revealed.set({ key });
    },
    revealNamed,
    focusLine: (key: string): void => revealed.set({ key }),
    revealMoved: (key: string): void => {
      list.open();
      revealed.set({ key, isMoved: true });
    },
    createFolder: (parent: string): void => {
      void actions.createFolder(parent).then((path) => {
        if (path !== undefined) revealNamed(formatFolderKey(path));
      });
    },
  };
};

/** Wraps a runner, so that sending a request makes its preview permanent. */
const keepSentTabs = (runner: Runner, { keep }: TabsStore): Runner => ({
  ...runner,
  start: (id, onResult) => {
    keep(id);
    runner.start(id, onResult);
  },
});

/** Returns a function that checks whether the request or folder of a tab still exists. */
const createPresenceCheck = (queries: QueryClient) => {
  const requests = queries.getQueryData<readonly Summary[]>(queryKeys.requests) ?? [];
  const folders = queries.getQueryData<FolderList>(queryKeys.folders)?.folders ?? [];
  return (key: string): boolean => isScreen(key) || [...requests, ...folders].some(({ id }) => id === key);
};

/** Creates the functions that show a tab from a list that may cover it. */
const createTabOpener = (tabs: TabsStore, list: ListStore, runner: Runner, queries: QueryClient) => {
  const showAndLeave = (key: string): void => {
    tabs.show(key);
    list.leave();
  };
  return {
    showAndLeave,
    previewAndLeave: (key: string): void => {
      tabs.preview(key);
      list.leave();
    },
    showAndSend: (id: RequestId): void => {
      showAndLeave(id);
      runner.start(id);
    },
    reopen: (): void => {
      const key = tabs.reopen(createPresenceCheck(queries));
      if (key !== undefined && isRequestId(key)) focusUrl(key);
    },
  };
};

/** Reads the ids of all requests and folders of a workspace, which need not be the active one. */
const readIds = async (link: Link, workspaceId: string): Promise<ReadonlySet<string>> => {
  const [requests, { folders }] = await Promise.all([
    listRequests(link, workspaceId),
    listFolders(link, workspaceId),
  ]);
  return new Set([...requests, ...folders].map(({ id }) => id));
};

/** Creates the stores of a workspace. */
export const createWorkspaceStores = (page: Page, queries: QueryClient, id: string): WorkspaceStores => {
  const { link, drafts, folderEdits, preferences, messages, navigation, live, panelStates } = page;
  const tabs = createTabs({
    workspaceId: id,
    panelStates,
    preferences,
    drafts,
    interrupted: listInterruptedTabs(page, id),
  });
  const { show, closeDeleted } = tabs;
  const runner = keepSentTabs(page.runner, tabs);
  const problem = createStore<string | undefined>(undefined);
  const { say } = messages;
  const actions = createActions({ link, queries, drafts, say, show, closeDeleted, onProblem: problem.set });
  const list = createListStore(preferences, tabs.get().shown === undefined);
  const viewReport = createViewReport(page, id, tabs);
  const revealer = createTreeRevealer(tabs, list, actions);
  return {
    tabs,
    runner,
    actions,
    changes: createTreeChanges({
      ...{ link, queries, drafts, live, say, closeDeleted, doing: actions.doing },
      focusLine: revealer.focusLine,
    }),
    problem,
    sending: createSendActions(runner, say),
    list,
    ...revealer,
    create: (kind) => {
      const requests = queries.getQueryData<readonly Summary[]>(queryKeys.requests) ?? [];
      const folders = queries.getQueryData<FolderList>(queryKeys.folders)?.folders ?? [];
      actions.create(kind, findTabFolder(tabs.get().shown, requests, folders));
    },
    ...createTabOpener(tabs, list, runner, queries),
    edit: createStore<WorkspaceEdit | undefined>(undefined),
    palette: createStore<PaletteMode | undefined>(undefined),
    selected: { current: undefined },
    importPicker: { current: null },
    importUrl: createStore<string | undefined>(undefined),
    viewReport,
    start: () => {
      navigation.set(show);
      const stops = [
        tabs.start(),
        followDeletions({ queries, tabs, drafts, folderEdits, readIds: () => readIds(link, id) }),
        viewReport.start(),
      ];
      return () => stops.forEach((stop) => stop());
    },
  };
};

/** Provides the stores of the open workspace. */
export const WorkspaceContext = createContext<WorkspaceStores | undefined>(undefined);

/** The stores of the open workspace. */
export const useWorkspace = (): WorkspaceStores => {
  const workspace = use(WorkspaceContext);
  if (workspace === undefined) throw new Error('There is no WorkspaceContext.');
  return workspace;
};

/** Selects a part of the tabs' state, such as the key of the shown tab. */
export const useTabs = <A>(select: (tabs: Tabs) => A): A => useSelected(useWorkspace().tabs, select);

/** The last run of a request. */
export const useLastRun = (id: RequestId): Run | undefined =>
  useSelected(useWorkspace().runner, (runs) => runs.get(id));

/** The kind of the execution that a request is running now; undefined if none is running. */
export const useRunningKind = (id: RequestId | undefined): 'stream' | 'plain' | undefined =>
  useSelected(useWorkspace().runner, (runs) => {
    const run = id && runs.get(id);
    if (run?.kind !== 'running') return undefined;
    return run.stream === undefined ? 'plain' : 'stream';
  });

/** Returns what blocked sending a request. It is cleared once it has been shown. */
export const useBlocker = (id: RequestId): Blocker | undefined => {
  const { subscribe, blocker } = useWorkspace().runner;
  return useSelected({ get: blocker, subscribe }, (present) => (present?.id === id ? present : undefined));
};

/** Reports the content of a panel while the panel is shown. */
export const useReportPart = (part: keyof ReportedParts, value: string | undefined): void => {
  const { set } = useWorkspace().viewReport;
  useEffect(() => {
    set(part, value);
    return () => set(part, undefined);
  }, [set, part, value]);
};
