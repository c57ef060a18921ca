import { requestKindList, requestKindNames } from '@tandem/core';
import { useCallback } from 'react';

import { defaultKind } from '../model/request-kinds.js';
import { isRequestId, type RequestId, type Summary } from '../model/saved-request.js';
import type { Actions } from '../state/use-actions.js';
import type { ListControl } from '../state/use-list.js';
import type { Runner } from '../state/use-runs.js';
import type { TabsControl } from '../state/use-tabs.js';
import type { PaletteCommand } from './palette.js';
import type { WorkspaceEdit } from './top/workspace-menu.js';
import type { Sending } from './use-sending.js';
import { useKeys } from './use-keys.js';
import type { WelcomeProps } from './welcome.js';

/** The commands that create a request, one for each kind. */
const creating = ({ create }: Actions): readonly PaletteCommand[] =>
  requestKindList.map((kind) => ({
    title: `New ${requestKindNames[kind].noun}`,
    run: () => {
      create(kind, '');
    },
  }));

/** What can be done with the shown request, if one is. */
const ofShown = (
  shown: string | undefined,
  { copyAsCurl }: Actions,
  { preview, sendAndSave, runWithData, copyAs }: Sending,
): readonly PaletteCommand[] =>
  shown !== undefined && isRequestId(shown)
    ? [
        { title: 'Preview what would be sent', run: () => preview(shown) },
        { title: 'Send and save the response', run: () => sendAndSave(shown) },
        { title: 'Run with data', run: () => runWithData(shown) },
        { title: 'Copy as curl', run: () => copyAsCurl(shown) },
        { title: 'Copy as curl with secrets', run: () => copyAsCurl(shown, 'real') },
        { title: 'Copy as code', run: () => copyAs(shown) },
      ]
    : [];

interface Doing {
  readonly control: TabsControl;
  readonly actions: Actions;
  readonly runner: Runner;
  readonly sending: Sending;
  readonly list: ListControl;
  readonly newFolder: (parent: string) => void;
  readonly editWorkspace: (edit: WorkspaceEdit) => void;
}

/** What keys, the palette and the first screen do in a workspace. */
export const useDoing = (
  { control, actions, runner, sending, list, newFolder, editWorkspace }: Doing,
  requests: readonly Summary[],
) => {
  const { tabs, show, close, closeAll, step } = control;
  const send = useCallback(() => {
    if (tabs.shown !== undefined && isRequestId(tabs.shown)) runner.start(tabs.shown);
  }, [tabs.shown, runner]);
  const create = (): void => actions.create(defaultKind, '');
  const closeShown = (): void => {
    if (tabs.shown !== undefined) close(tabs.shown);
  };
  const first = requests[0]?.id;
  const sendFirst = (id: RequestId): void => {
    show(id);
    runner.start(id);
  };
  const commands: readonly PaletteCommand[] = [
    { title: 'Send', run: send },
    ...creating(actions),
    { title: 'New folder', run: () => newFolder('') },
    ...ofShown(tabs.shown, actions, sending),
    { title: 'Close the tab', run: closeShown },
    { title: 'Close the other tabs', run: () => closeAll(tabs.open.filter((key) => key !== tabs.shown)) },
    { title: 'Show or hide the list of requests', run: list.toggle },
    { title: 'Open a folder', run: () => editWorkspace('open') },
    { title: 'Rename the workspace', run: () => editWorkspace('rename') },
    { title: 'Remove the workspace from the list', run: () => editWorkspace('remove') },
    { title: 'Delete the workspace', run: () => editWorkspace('delete') },
  ];
  const welcome: WelcomeProps = {
    onTry: first && (() => sendFirst(first)),
    onCreate: create,
    onEcho: () => actions.create(defaultKind, '', { url: '{{echo_base_url}}/hello' }),
  };
  const keys = useKeys({
    ...{ send, create, closeShown, step },
    list: list.toggle,
    createFolder: () => newFolder(''),
    help: () => show('shortcuts'),
  });
  return { commands, welcome, keys };
};
