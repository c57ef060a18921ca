import type { RequestKind } from '@tandem/core';
import {
  type ReactNode,
  Suspense,
  useRef,
  useState,
  useEffect,
  type CSSProperties,
  useCallback,
} from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';

import { isRequestId, type Summary, type RequestId } from '../requests/saved-request.js';
import { isFolderTab, isScreen } from './screens.js';
import { formatFolderKey, parseFolderKey, findTabFolder } from '../folders/tree/tree.js';
import { focusUrl } from './focus-when-shown.js';
import { ViewReportProvider } from './looking.js';
import { useProvidedShow } from './navigation.js';
import { type Actions, useActions } from '../requests/use-actions.js';
import { type ListControl, useList, ListButton, ListOver, useListWidth } from './list-over.js';
import { useFolderPaths, useFolders } from '../folders/use-folders.js';
import { useUserMessage } from './notices/use-messages.js';
import { useRequests } from '../requests/requests.js';
import { type Runner, useRunner } from '../requests/sending/runner.js';
import { useAppliedTheme } from '../settings/preferences.js';
import { type TabsControl, useTabs } from './use-tabs.js';
import { useIsNarrow } from '../kit/index.js';
import { RequestPanel } from '../requests/request-panel.js';
import { DropTarget } from '../imports/drop-target.js';
import { createExecutionActions } from '../history/execution-actions.js';
import { Problem } from './problem.js';
import { ScreenPanel } from './screen-panel.js';
import { Toasts } from './notices/toasts.js';
import { TopRow } from './top-row.js';
import type { WorkspaceEdit } from '../workspaces/use-asking.js';
import { Sidebar } from '../folders/tree/sidebar.js';
import type { RevealedLine } from '../folders/tree/use-tree.js';
import { Welcome, type WelcomeProps } from '../workspaces/welcome.js';
import { type SendActions, useSending } from '../requests/sending/use-sending.js';
import { lazy } from '../served/lazy.js';
import type { WorkspacePaletteProps } from '../palette/workspace-palette.js';
import { type PaletteMode, useKeys } from './use-keys.js';
import { loadPart } from '../served/trust.js';
import { useEnvironmentChoice } from '../environments/use-environment-calls.js';
import { defaultKind } from '../requests/request-kinds.js';
import type { CommandContext } from '../palette/use-commands.js';

/** The actions that shortcuts and the first screen use in a workspace. */
const useWorkspaceActions = (acting: CommandContext, requests: readonly Summary[]) => {
  const { control, actions, runner, list, newFolder } = acting;
  const { tabs, show, close, step } = control;
  const send = useCallback(() => {
    if (tabs.shown !== undefined && isRequestId(tabs.shown)) runner.start(tabs.shown);
  }, [tabs.shown, runner]);
  const create = (): void => acting.create(defaultKind);
  const first = requests[0]?.id;
  /** Shows a request and sends it. */
  const sendShown = (id: RequestId): void => {
    show(id);
    list.leave();
    runner.start(id);
  };
  const welcome: WelcomeProps = {
    onTry: first && (() => sendShown(first)),
    onCreate: create,
    onEcho: () => actions.create(defaultKind, '', { url: '{{echo_base_url}}/hello' }),
  };
  const keys = useKeys({
    send,
    create,
    step,
    closeShown: () => {
      if (tabs.shown !== undefined) close(tabs.shown);
    },
    list: list.toggle,
    createFolder: () => newFolder(''),
    help: () => show('shortcuts'),
  });
  return { welcome, keys, sendShown };
};

interface Frame {
  readonly 'data-framed'?: true;
  readonly style?: CSSProperties;
}

/** The color of the active environment for the window's frame; undefined if it has none. */
const useFrame = (): Frame => {
  const active = useEnvironmentChoice().environments.find((one) => one.active);
  return active === undefined || active.color === ''
    ? {}
    : { 'data-framed': true, style: { '--frame': active.color } as CSSProperties };
};

const load = () => loadPart(() => import('../palette/workspace-palette.js'));
const WorkspacePalette = lazy(async () => ({ default: (await load()).WorkspacePalette }));

/** The palette, loaded soon after the page so that it opens immediately. */
const LazyPalette = ({
  mode,
  ...props
}: Omit<WorkspacePaletteProps, 'mode'> & { readonly mode: PaletteMode | undefined }) => {
  useEffect(() => {
    void load();
  }, []);
  return mode === undefined ? null : (
    <Suspense>
      <WorkspacePalette mode={mode} {...props} />
    </Suspense>
  );
};

/** Loaded when a folder is first opened. */
const FolderEditor = lazy(async () => ({ default: (await import('../folders/folder-tab.js')).FolderEditor }));

interface TabContentProps {
  readonly control: TabsControl;
  readonly requests: readonly Summary[];
  readonly runner: Runner;
  readonly actions: Actions;
  readonly sending: SendActions;
  readonly welcome: WelcomeProps;
}

const TabContent = ({ control, requests, runner, actions, sending, welcome }: TabContentProps) => {
  const { shown } = control.tabs;
  if (shown === undefined) return <Welcome {...welcome} />;
  if (isScreen(shown)) {
    const executions = createExecutionActions(requests, runner, actions, control.show);
    return <ScreenPanel screen={shown} executions={executions} onRun={sending.run} />;
  }
  const close = (): void => {
    control.close(shown);
  };
  if (isFolderTab(shown))
    return (
      <Suspense fallback={<div className="empty quiet">Loading …</div>}>
        <FolderEditor key={shown} id={shown} onClose={close} />
      </Suspense>
    );
  return isRequestId(shown) ? (
    <RequestPanel
      key={shown}
      id={shown}
      runner={runner}
      onClose={close}
      onShow={control.show}
      onCopy={actions.copyAsCurl}
      sending={sending}
    />
  ) : (
    <Welcome {...welcome} />
  );
};

const TabPanel = ({
  error,
  ...props
}: TabContentProps & {
  /** Why there are no requests to show. */
  readonly error: Error | null;
}) => {
  const { shown } = props.control.tabs;
  const isTab = shown === undefined ? {} : { role: 'tabpanel', 'aria-labelledby': `tab-${shown}` };
  // A request has its own panes.
  const pane = shown !== undefined && isRequestId(shown) ? {} : { 'data-pane': true, tabIndex: -1 };
  return (
    <div className="main">
      <div className="shown-tab" id="shown-tab" {...isTab} {...pane}>
        {error ? <Problem error={error} /> : <TabContent {...props} />}
      </div>
    </div>
  );
};

/** Shows a request or a new folder in the tree, wherever the list is. */
const useReveal = ({ show }: TabsControl, list: ListControl, { createFolder }: Actions) => {
  const [revealed, setRevealed] = useState<RevealedLine>();
  const reveal = (key: string): void => {
    if (parseFolderKey(key) === undefined) show(key);
    list.open();
    setRevealed({ key });
  };
  const newFolder = (parent: string): void => {
    void createFolder(parent).then((path) => {
      if (path === undefined) return;
      list.open();
      setRevealed({ key: formatFolderKey(path), isNamed: true });
    });
  };
  return { revealed, reveal, newFolder };
};

/** Creates a request in the folder of the shown item, from any part of the page. */
const useCreating = ({ create }: Actions, shown: string | undefined, requests: readonly Summary[]) => {
  const folders = useFolders();
  return (kind: RequestKind): void => create(kind, findTabFolder(shown, requests, folders));
};

/** Everything below the top row: the list, beside or over the main area. */
const Panels = ({
  list,
  sidebar,
  children,
}: {
  readonly list: ListControl;
  readonly sidebar: ReactNode;
  readonly children: ReactNode;
}) => {
  const isBeside = list.place === 'beside';
  const { panel, onLayoutChanged } = useListWidth();
  return (
    <div className="below-top">
      {list.place === 'over' && <ListOver onLeave={list.leave}>{sidebar}</ListOver>}
      <Group key={isBeside ? 'two' : 'one'} orientation="horizontal" onLayoutChanged={onLayoutChanged}>
        {isBeside && (
          <>
            <Panel id="sidebar" {...panel} minSize="220px" maxSize="40%">
              {sidebar}
            </Panel>
            <Separator className="separator" aria-label="Size of the list" />
          </>
        )}
        <Panel id="main">{children}</Panel>
      </Group>
    </div>
  );
};

/** The notices, inside the list if that is beside the main area. */
const useNotices = ({ place }: ListControl, props: Omit<Parameters<typeof Toasts>[0], 'said'>) => {
  const said = useUserMessage();
  const isInList = !useIsNarrow() && place === 'beside';
  const notices = <Toasts {...props} said={said} />;
  return isInList ? { inList: notices, apart: null } : { inList: null, apart: notices };
};

/** The workspace menu's actions on all its requests. */
const createWorkspaceActions = ({ run, exportAs }: SendActions) => ({
  onRun: () => run({ kind: 'workspace' }),
  onExport: () => exportAs({ kind: 'workspace' }),
});

/** The import commands, and the state of the drop target that they open. */
const useImporting = () => {
  const picker = useRef<HTMLInputElement>(null);
  const [url, onUrl] = useState<string>();
  const importing = { importFile: () => picker.current?.click(), importUrl: () => onUrl('') };
  return { importing, dropping: { picker, url, onUrl } };
};

/** Shows the content of a tab's key; for a request, focuses the URL. */
const showAndFocusUrl =
  (show: (key: string) => void) =>
  (key: string): void => {
    show(key);
    if (isRequestId(key)) focusUrl(key);
  };

/** What a workspace shows, and its actions. */
const useWorkspace = (id: string) => {
  const { requests, error } = useRequests();
  const runner = useRunner();
  const control = useTabs(id);
  const { tabs, show } = control;
  const { actions, problem } = useActions(show, control.close);
  useProvidedShow(show);
  useAppliedTheme();
  const list = useList(tabs.shown === undefined);
  const { revealed, reveal, newFolder } = useReveal(control, list, actions);
  const [edit, editWorkspace] = useState<WorkspaceEdit>();
  const folders = useFolderPaths();
  const { sending, dialog } = useSending(runner, { folders, requests });
  const { importing, dropping } = useImporting();
  const create = useCreating(actions, tabs.shown, requests);
  const commands = { create, newFolder, reveal, editWorkspace, ...importing };
  const acting = { control, actions, runner, sending, list, ...commands };
  const { welcome, keys, sendShown } = useWorkspaceActions(acting, requests);
  const showAndLeave = (key: string): void => {
    show(key);
    list.leave();
  };
  const notices = useNotices(list, { shown: tabs.shown, show, requests });
  return {
    requests,
    error,
    runner,
    control,
    actions,
    problem,
    list,
    revealed,
    reveal,
    newFolder,
    edit,
    editWorkspace,
    folders,
    sending,
    dialog,
    dropping,
    create,
    acting,
    welcome,
    keys,
    sendShown,
    showAndLeave,
    notices,
    openFolder: () => editWorkspace('open'),
  };
};

/** A workspace: the top row, its requests at the left, the open tabs beside them. */
export const Workspace = ({ id }: { readonly id: string }) => {
  const shown = useWorkspace(id);
  const { control, requests, runner, actions, sending, list, keys, editWorkspace, showAndLeave } = shown;
  const { tabs } = control;
  const sidebar = (
    <Sidebar
      shown={tabs.shown}
      runner={runner}
      actions={actions}
      sending={sending}
      problem={shown.problem}
      revealed={shown.revealed}
      notices={shown.notices.inList}
      onShow={showAndLeave}
      onSend={shown.sendShown}
      onCreate={shown.create}
      onCreateFolder={shown.newFolder}
    />
  );
  return (
    <ViewReportProvider workspaceId={id} tabs={tabs}>
      <main className="workspace" {...useFrame()}>
        <TopRow
          control={control}
          requests={requests}
          actions={actions}
          edit={shown.edit}
          {...createWorkspaceActions(sending)}
          onEdit={editWorkspace}
          listButton={<ListButton control={list} />}
          onReveal={shown.reveal}
          onPalette={keys.openPalette}
        />
        <Panels list={list} sidebar={sidebar}>
          <TabPanel
            control={control}
            requests={requests}
            runner={runner}
            actions={actions}
            sending={sending}
            welcome={shown.welcome}
            error={requests.length === 0 ? shown.error : null}
          />
        </Panels>
        <LazyPalette
          mode={keys.palette}
          acting={shown.acting}
          folders={shown.folders}
          requests={requests}
          onClose={keys.closePalette}
          show={showAndFocusUrl(showAndLeave)}
        />
        {shown.dialog}
        <DropTarget {...shown.dropping} onCurl={actions.fromCurl} onOpenFolder={shown.openFolder} />
        {shown.notices.apart}
      </main>
    </ViewReportProvider>
  );
};
