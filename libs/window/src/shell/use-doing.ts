import { useCallback } from 'react';

import { defaultKind } from '../requests/request-kinds.js';
import { isRequestId, type RequestId, type Summary } from '../requests/saved-request.js';
import type { CommandContext } from '../palette/use-commands.js';
import { useKeys } from './use-keys.js';
import type { WelcomeProps } from '../workspaces/welcome.js';

/** What keys and the first screen do in a workspace. */
export const useWorkspaceActions = (acting: CommandContext, requests: readonly Summary[]) => {
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
    ...{ send, create, step },
    closeShown: () => {
      if (tabs.shown !== undefined) close(tabs.shown);
    },
    list: list.toggle,
    createFolder: () => newFolder(''),
    help: () => show('shortcuts'),
  });
  return { welcome, keys, sendShown };
};
