import { type AppResult, type Ports, type WorkspaceId, workspaceRef, ScriptSending } from '@tandem/core';
import { withDescription, struct, t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { operation, reads, replaces } from '../operation.js';

export const GetScriptSending = struct('script sending arguments', {}, { workspaceId: workspaceRef });
export type GetScriptSending = t.TypeOf<typeof GetScriptSending>;

export const DecideScriptSending = struct(
  'script sending decision arguments',
  { allow: withDescription(t.boolean, 'Whether scripts of this workspace may send requests') },
  { workspaceId: workspaceRef },
);
export type DecideScriptSending = t.TypeOf<typeof DecideScriptSending>;

const loadScriptSending = ({ store, scriptsMaySend }: Ports, id: WorkspaceId): AppResult<ScriptSending> =>
  pipe(
    store.scriptSending.get(id),
    TE.map((allowed) => ({
      decision: scriptsMaySend || allowed === true ? 'allowed' : allowed === null ? 'waiting' : 'refused',
      fixed: scriptsMaySend,
    })),
  );

/**
 * Whether the scripts of a workspace may send requests. A person decides this, so these are for people only: an agent
 * would raise its own rights.
 */
export const scriptSendingGet = operation({
  name: 'script_sending_get',
  title: 'Requests of scripts',
  description: 'Says whether the scripts of a workspace may send requests.',
  audience: 'person',
  arguments: GetScriptSending,
  result: ScriptSending,
  effects: reads,
  useCase: 'scriptSending.get',
  run:
    ({ ports }) =>
    ({ workspaceId }: GetScriptSending): AppResult<ScriptSending> =>
      pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.flatMap(({ id }) => loadScriptSending(ports, id)),
      ),
});

/** Stores a person's decision for a workspace. */
export const scriptSendingDecide = operation({
  name: 'script_sending_decide',
  title: 'Allow or refuse requests of scripts',
  description: 'Allows or refuses the requests that scripts of a workspace send.',
  audience: 'person',
  arguments: DecideScriptSending,
  result: ScriptSending,
  effects: { ...replaces, destructive: false },
  useCase: 'scriptSending.decide',
  run:
    ({ ports }) =>
    ({ workspaceId, allow }: DecideScriptSending): AppResult<ScriptSending> =>
      pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.tap(({ id }) => ports.store.scriptSending.decide(id, allow)),
        TE.flatMap(({ id }) => loadScriptSending(ports, id)),
      ),
});
