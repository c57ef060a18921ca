import { type AppResult, type Ports, type ScriptSending, type WorkspaceId, workspaceRef } from '@tandem/core';
import { withDescription, struct, t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { resolveWorkspace } from '../workspaces/resolve-workspace.js';

export const GetScriptSending = struct('script sending arguments', {}, { workspaceId: workspaceRef });
export type GetScriptSending = t.TypeOf<typeof GetScriptSending>;

export const DecideScriptSending = struct(
  'script sending decision arguments',
  { allow: withDescription(t.boolean, 'Whether scripts of this workspace may send requests') },
  { workspaceId: workspaceRef },
);
export type DecideScriptSending = t.TypeOf<typeof DecideScriptSending>;

const loadScriptSending = (
  { store, scriptsMaySend = false }: Ports,
  id: WorkspaceId,
): AppResult<ScriptSending> =>
  pipe(
    store.scriptSending.get(id),
    TE.map((allowed) => ({
      decision: scriptsMaySend || allowed === true ? 'allowed' : allowed === null ? 'waiting' : 'refused',
      fixed: scriptsMaySend,
    })),
  );

/** Whether the scripts of a workspace may send requests. */
export const getScriptSending =
  (ports: Ports) =>
  ({ workspaceId }: GetScriptSending): AppResult<ScriptSending> =>
    pipe(
      resolveWorkspace(ports)(workspaceId),
      TE.flatMap(({ id }) => loadScriptSending(ports, id)),
    );

/** Stores a person's decision for a workspace. */
export const decideScriptSending =
  (ports: Ports) =>
  ({ workspaceId, allow }: DecideScriptSending): AppResult<ScriptSending> =>
    pipe(
      resolveWorkspace(ports)(workspaceId),
      TE.tap(({ id }) => ports.store.scriptSending.decide(id, allow)),
      TE.flatMap(({ id }) => loadScriptSending(ports, id)),
    );
