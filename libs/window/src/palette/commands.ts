import { defaultRequestKind, requestKindList, requestKindNames } from '@tandem/core';

import { isRequestId, type RequestId } from '../requests/saved-request.js';
import { describeProblem } from '../link/problem-words.js';
import { useLink, useStatus } from '../link/use-link.js';
import { useShowChanges } from '../activity/use-activity.js';
import { selectName } from '../shell/focus.js';
import { focusTab } from '../shell/panes.js';
import { useSay, useCopy } from '../shell/page.js';
import { useChangePreferences, usePreference, type Theme, useTheme } from '../settings/preferences.js';
import { useEnvironmentChoice } from '../environments/use-environment-calls.js';
import { formatFolderKey } from '../folders/tree/tree.js';
import { useFolderPaths, useShowFolder } from '../folders/use-folders.js';
import type { Runner } from '../requests/sending/runner.js';
import type { CommandId } from '../shell/shortcuts.js';
import { useWorkspaces } from '../workspaces/use-asking.js';
import { useRunningKind, useTabs, useWorkspace, type WorkspaceStores } from '../shell/workspace-stores.js';

/** A command of the palette. */
export interface PaletteCommand {
  readonly title: string;
  /** The command with keyboard shortcut that does the same. */
  readonly command?: CommandId;
  /** Other words that find the command. */
  readonly words?: string;
  readonly run: () => void;
}

/** The commands that create a request, one per kind. */
const listCreateCommands = ({ create }: WorkspaceStores): readonly PaletteCommand[] =>
  requestKindList.map((kind) => ({
    title: `New ${requestKindNames[kind].noun}`,
    words: 'create add api http endpoint call',
    ...(kind === defaultRequestKind ? { command: 'newRequest' } : {}),
    run: () => create(kind),
  }));

/** Creates the command that sends a request, or cancels it if it is running. */
const toSendCommand = (id: RequestId, runner: Runner, isRunning: boolean): PaletteCommand =>
  isRunning
    ? { title: 'Cancel the request', words: 'stop abort', run: () => runner.cancel(id) }
    : { title: 'Send', command: 'send', run: () => runner.start(id) };

/** Words for documents of other tools, which find imports and exports. */
const documentWords = 'openapi swagger postman insomnia bruno collection har http file';
const exportWords = `share ${documentWords}`;

/** Lists the commands for a request. */
const listRequestCommands = (
  id: RequestId,
  { actions, sending, reveal, revealMoved }: WorkspaceStores,
  showChanges: ReturnType<typeof useShowChanges>,
): readonly PaletteCommand[] => [
  { title: 'Preview what would be sent', words: 'dry run resolved', run: () => sending.preview(id) },
  { title: 'Send and save the response', words: 'download', run: () => sending.sendAndSave(id) },
  {
    title: 'Run the request',
    words: 'runner iterate repeat data csv file parallel delay load',
    run: () => sending.run({ kind: 'request', id }),
  },
  { title: 'Copy as curl', words: 'shell bash terminal share', run: () => actions.copyAsCurl(id) },
  { title: 'Copy as curl with secrets', run: () => actions.copyAsCurl(id, 'real') },
  {
    title: 'Copy as curl with variable names',
    run: () => actions.copyAsCurl(id, 'masked', 'named'),
  },
  { title: 'Copy as code', words: 'generate snippet client language', run: () => sending.copyAs(id) },
  {
    title: 'Export the request',
    words: exportWords,
    run: () => sending.exportAs({ kind: 'request', id }),
  },
  { title: 'Rename the request', words: 'name title', run: () => selectName(id) },
  { title: 'Move the request', words: 'folder place', run: () => revealMoved(id) },
  { title: 'Duplicate the request', words: 'clone copy', run: () => actions.duplicate(id) },
  { title: 'Reveal the request in the tree', words: 'locate sidebar', run: () => reveal(id) },
  {
    title: 'Changes of the request',
    words: 'history versions who diff',
    run: () => showChanges({ id, name: 'this request' }),
  },
  { title: 'Delete the request', words: 'remove trash', run: () => actions.remove(id) },
];

/** Lists the commands for the selected lines of the tree. */
const listSelectionCommands = ({ selected }: WorkspaceStores): readonly PaletteCommand[] => {
  const { current } = selected;
  if (current === undefined) return [];
  const { words, run, move, duplicate, tag, exportAs, remove } = current;
  return [
    { title: `Run ${words}`, run },
    { title: `Move ${words}`, run: move },
    { title: `Duplicate ${words}`, run: duplicate },
    { title: `Tags of ${words}`, run: tag },
    { title: `Export ${words}`, run: exportAs },
    { title: `Delete ${words}`, run: remove },
  ];
};

const listTabCommands = ({ tabs, reopen }: WorkspaceStores): readonly PaletteCommand[] => {
  const { get, close, closeAll, step, keep } = tabs;
  const { shown, open, preview, closed = [] } = get();
  const reopening: readonly PaletteCommand[] =
    closed.length === 0
      ? []
      : [{ title: 'Reopen the closed tab', command: 'reopenTab', words: 'restore', run: reopen }];
  if (shown === undefined) return reopening;
  return [
    ...reopening,
    ...(preview === shown ? [{ title: 'Keep the tab open', run: () => keep(shown) }] : []),
    { title: 'Close the tab', command: 'closeTab', run: () => close(shown) },
    { title: 'Close the other tabs', run: () => closeAll(open.filter((key) => key !== shown)) },
    {
      title: 'Close the tabs to the right',
      run: () => closeAll(open.slice(open.indexOf(shown) + 1)),
    },
    { title: 'Close all tabs', run: () => closeAll(open) },
    { title: 'Next tab', command: 'nextTab', run: () => step(1) },
    { title: 'Previous tab', command: 'previousTab', run: () => step(-1) },
  ];
};

const listWorkspaceCommands = ({ edit, tabs }: WorkspaceStores): readonly PaletteCommand[] => [
  { title: 'Open a folder', words: 'bruno collection directory disk', run: () => edit.set('open') },
  { title: 'New workspace', run: () => edit.set('create') },
  { title: 'Restore a workspace', run: () => edit.set('restore') },
  {
    title: 'Workspace settings',
    words: 'preferences global collection',
    run: () => {
      tabs.show('workspace');
      focusTab('workspace');
    },
  },
  { title: 'Rename the workspace', run: () => edit.set('rename') },
  { title: 'Remove the workspace from the list', run: () => edit.set('remove') },
  { title: 'Delete the workspace', run: () => edit.set('delete') },
];

const themes: Readonly<Record<Theme, string>> = {
  system: 'Use the theme of the system',
  light: 'Use the light theme',
  dark: 'Use the dark theme',
};

/** The commands that change the appearance. */
const useAppearanceCommands = (): readonly PaletteCommand[] => {
  const { theme, setTheme } = useTheme();
  const prefer = useChangePreferences();
  const isBelow = usePreference(({ placement }) => placement === 'below');
  return [
    ...(Object.keys(themes) as Theme[])
      .filter((one) => one !== theme)
      .map((one) => ({ title: themes[one], run: () => setTheme(one) })),
    {
      words: 'layout split orientation pane',
      title: isBelow ? 'Show the response beside the request' : 'Show the response below the request',
      run: () => prefer({ placement: isBelow ? 'right' : 'below' }),
    },
  ];
};

/** The commands for the workspace folder, and those that copy Tandem's addresses. */
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
    { title: 'Synchronize the folder', words: 'refresh reload disk files', run: synchronize },
    ...(status
      ? [
          { title: 'Copy the MCP address', run: () => copy(status.mcp, 'the MCP address') },
          { title: 'Copy the Echo address', run: () => copy(status.echo, 'the Echo address') },
        ]
      : []),
  ];
};

/** All commands except those that show screens, environments, requests and folders. */
export const useCommands = (): readonly PaletteCommand[] => {
  const looks = useAppearanceCommands();
  const showChanges = useShowChanges();
  const contextCommands = useContextCommands();
  const workspace = useWorkspace();
  const { runner, sending, list, createFolder, importPicker, importUrl } = workspace;
  const shown = useTabs((present) => present.shown);
  const id = shown !== undefined && isRequestId(shown) ? shown : undefined;
  const isRunning = useRunningKind(id) !== undefined;
  return [
    ...(id === undefined ? [] : [toSendCommand(id, runner, isRunning)]),
    ...listCreateCommands(workspace),
    { title: 'New folder', command: 'newFolder', run: () => createFolder('') },
    {
      title: 'Import documents',
      words: `open load ${documentWords}`,
      run: () => importPicker.current?.click(),
    },
    { title: 'Import from a URL', words: 'link openapi swagger', run: () => importUrl.set('') },
    {
      title: 'Run all requests',
      words: 'runner collection tests',
      run: () => sending.run({ kind: 'workspace' }),
    },
    {
      title: 'Export all requests',
      words: exportWords,
      run: () => sending.exportAs({ kind: 'workspace' }),
    },
    ...(id === undefined ? [] : listRequestCommands(id, workspace, showChanges)),
    ...listSelectionCommands(workspace),
    { title: 'Undo my last change', words: 'restore deleted trash', run: workspace.changes.undo },
    { title: 'Redo my last change', run: workspace.changes.redo },
    ...listTabCommands(workspace),
    {
      title: 'Show or hide the list of requests',
      command: 'list',
      words: 'sidebar tree toggle',
      run: list.toggle,
    },
    ...listWorkspaceCommands(workspace),
    ...contextCommands,
    ...looks,
  ];
};

/** The commands that activate an environment or none. */
export const useEnvironmentCommands = (): readonly PaletteCommand[] => {
  const { environments, activate, deactivate } = useEnvironmentChoice();
  return [
    ...environments.map(({ id, name }) => ({
      title: `Use the environment ${name}`,
      run: () => activate(id),
    })),
    { title: 'Use no environment', run: deactivate },
  ];
};

/** The commands that open another workspace. */
export const useWorkspaceCommands = (): readonly PaletteCommand[] => {
  const { workspaces, open } = useWorkspaces();
  const say = useSay();
  const active = useStatus()?.workspace?.id;
  return workspaces
    .filter(({ id }) => id !== active)
    .map(({ name, path }) => ({
      title: `Open the workspace ${name}`,
      words: 'switch change',
      run: () => {
        void open(path, false).then((objection) => {
          if (objection !== undefined && 'problem' in objection) say(objection.problem);
        });
      },
    }));
};

/** The commands for each folder. */
export const useFolderCommands = (): readonly PaletteCommand[] => {
  const { reveal, revealNamed, sending } = useWorkspace();
  const showFolder = useShowFolder();
  return useFolderPaths().flatMap((path) => [
    { title: `Show the folder ${path}`, run: () => reveal(formatFolderKey(path)) },
    { title: `Settings of the folder ${path}`, run: () => showFolder(path) },
    { title: `Run the folder ${path}`, run: () => sending.run({ kind: 'folder', path }) },
    { title: `Rename the folder ${path}`, run: () => revealNamed(formatFolderKey(path)) },
  ]);
};
