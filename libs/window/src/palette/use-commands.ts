import { type RequestKind, requestKindList, requestKindNames } from '@tandem/core';

import { defaultKind } from '../requests/request-kinds.js';
import { describeProblem } from '../link/problem-words.js';
import { isRequestId, type RequestId } from '../requests/saved-request.js';
import { useLink, useStatus } from '../link/use-link.js';
import { useShowChanges } from '../activity/use-activity.js';
import { useSay, useCopy } from '../shell/notices/use-messages.js';
import { usePreferences, type Theme, useTheme } from '../settings/preferences.js';
import type { Actions } from '../requests/use-actions.js';
import type { ListControl } from '../shell/list-over.js';
import { type Runner, useRunningKind } from '../requests/sending/runner.js';
import type { TabsControl } from '../shell/use-tabs.js';
import type { PaletteCommand } from './palette.js';
import type { WorkspaceEdit } from '../workspaces/use-asking.js';
import type { SendActions } from '../requests/sending/use-sending.js';

/** What commands act on. */
export interface CommandContext {
  readonly control: TabsControl;
  readonly actions: Actions;
  readonly runner: Runner;
  readonly sending: SendActions;
  readonly list: ListControl;
  /** Creates a request in the folder of the shown item. */
  readonly create: (kind: RequestKind) => void;
  readonly newFolder: (parent: string) => void;
  readonly editWorkspace: (edit: WorkspaceEdit) => void;
  /** Opens the system's file dialog for a document to import. */
  readonly importFile: () => void;
  readonly importUrl: () => void;
  /** Shows a request or folder in the tree. */
  readonly reveal: (key: string) => void;
}

/** The commands that create a request, one per kind. */
const listCreateCommands = (create: CommandContext['create']): readonly PaletteCommand[] =>
  requestKindList.map((kind) => ({
    title: `New ${requestKindNames[kind].noun}`,
    ...(kind === defaultKind ? { keys: 'Alt+N' } : {}),
    run: () => create(kind),
  }));

/** Sends a request, or cancels it. */
const toSendCommand = (id: RequestId, runner: Runner, isRunning: boolean): PaletteCommand =>
  isRunning
    ? { title: 'Cancel the request', run: () => runner.cancel(id) }
    : { title: 'Send', keys: 'Ctrl+Enter', run: () => runner.start(id) };

/** The actions for a request. */
const listRequestCommands = (
  id: RequestId,
  { actions, sending, reveal }: CommandContext,
  showChanges: ReturnType<typeof useShowChanges>,
): readonly PaletteCommand[] => [
  { title: 'Preview what would be sent', run: () => sending.preview(id) },
  { title: 'Send and save the response', run: () => sending.sendAndSave(id) },
  { title: 'Run the request', run: () => sending.run({ kind: 'request', id }) },
  { title: 'Copy as curl', run: () => actions.copyAsCurl(id) },
  { title: 'Copy as curl with secrets', run: () => actions.copyAsCurl(id, 'real') },
  {
    title: 'Copy as curl with names of variables',
    run: () => actions.copyAsCurl(id, 'masked', 'named'),
  },
  { title: 'Copy as code', run: () => sending.copyAs(id) },
  { title: 'Export the request', run: () => sending.exportAs({ kind: 'request', id }) },
  { title: 'Duplicate the request', run: () => actions.duplicate(id) },
  { title: 'Reveal the request in the tree', run: () => reveal(id) },
  { title: 'Changes of the request', run: () => showChanges({ id, name: 'this request' }) },
  { title: 'Delete the request', run: () => actions.remove(id) },
];

const listTabCommands = ({ tabs, close, closeAll, step }: TabsControl): readonly PaletteCommand[] => {
  const { shown } = tabs;
  if (shown === undefined) return [];
  return [
    { title: 'Close the tab', keys: 'Alt+W', run: () => close(shown) },
    { title: 'Close the other tabs', run: () => closeAll(tabs.open.filter((key) => key !== shown)) },
    {
      title: 'Close the tabs to the right',
      run: () => closeAll(tabs.open.slice(tabs.open.indexOf(shown) + 1)),
    },
    { title: 'Next tab', keys: 'Alt+PageDown', run: () => step(1) },
    { title: 'Previous tab', keys: 'Alt+PageUp', run: () => step(-1) },
  ];
};

const listWorkspaceCommands = (
  edit: CommandContext['editWorkspace'],
  show: TabsControl['show'],
): readonly PaletteCommand[] => [
  { title: 'Open a folder', run: () => edit('open') },
  { title: 'New workspace', run: () => edit('create') },
  { title: 'Restore a workspace', run: () => edit('restore') },
  { title: 'Workspace settings', run: () => show('workspace') },
  { title: 'Rename the workspace', run: () => edit('rename') },
  { title: 'Remove the workspace from the list', run: () => edit('remove') },
  { title: 'Delete the workspace', run: () => edit('delete') },
];

const themes: Readonly<Record<Theme, string>> = {
  system: 'Use the theme of the system',
  light: 'Use the light theme',
  dark: 'Use the dark theme',
};

/** The appearance commands. */
const useLooks = (): readonly PaletteCommand[] => {
  const { theme, setTheme } = useTheme();
  const { preferences, prefer } = usePreferences();
  const isBelow = preferences.placement === 'below';
  return [
    ...(Object.keys(themes) as Theme[])
      .filter((one) => one !== theme)
      .map((one) => ({ title: themes[one], run: () => setTheme(one) })),
    {
      title: isBelow ? 'Show the response beside the request' : 'Show the response below the request',
      run: () => prefer({ placement: isBelow ? 'right' : 'below' }),
    },
  ];
};

/** Commands for the folder and Tandem's addresses. */
const useContextCommands = (): readonly PaletteCommand[] => {
  const link = useLink();
  const say = useSay();
  const status = useStatus();
  const synchronize = (): void => {
    link.call('synchronization_synchronize', {}).then(
      ({ conflicts }) =>
        say(
          conflicts.length === 0
            ? 'Synchronized the folder'
            : 'Synchronized the folder, except for conflicts',
        ),
      (cause: unknown) => say(describeProblem(cause)),
    );
  };
  const copy = useCopy();
  return [
    { title: 'Synchronize the folder', run: synchronize },
    ...(status
      ? [
          { title: 'Copy the MCP address', run: () => copy(status.mcp, 'the MCP address') },
          { title: 'Copy the Echo address', run: () => copy(status.echo, 'the Echo address') },
        ]
      : []),
  ];
};

/** Every palette command except screens, environments, requests and folders. */
export const useCommands = (acting: CommandContext): readonly PaletteCommand[] => {
  const looks = useLooks();
  const showChanges = useShowChanges();
  const surroundings = useContextCommands();
  const { control, runner, sending, list, create, newFolder, importFile, importUrl, editWorkspace } = acting;
  const { shown } = control.tabs;
  const id = shown !== undefined && isRequestId(shown) ? shown : undefined;
  const isRunning = useRunningKind(runner, id) !== undefined;
  return [
    ...(id === undefined ? [] : [toSendCommand(id, runner, isRunning)]),
    ...listCreateCommands(create),
    { title: 'New folder', keys: 'Shift+Alt+N', run: () => newFolder('') },
    { title: 'Import documents', run: importFile },
    { title: 'Import from a URL', run: importUrl },
    { title: 'Run all requests', run: () => sending.run({ kind: 'workspace' }) },
    { title: 'Export all requests', run: () => sending.exportAs({ kind: 'workspace' }) },
    ...(id === undefined ? [] : listRequestCommands(id, acting, showChanges)),
    ...listTabCommands(control),
    { title: 'Show or hide the list of requests', keys: 'Ctrl+B', run: list.toggle },
    ...listWorkspaceCommands(editWorkspace, control.show),
    ...surroundings,
    ...looks,
  ];
};
