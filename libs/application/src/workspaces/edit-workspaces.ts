import type { AppError, AppResult, WorkspaceRemoval, Ports, Workspace } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { runAtomically, type Transaction } from '../transaction.js';
import { resolveWorkspace } from './resolve-workspace.js';
import {
  RenameWorkspaceArguments,
  WorkspaceDetails,
  GetWorkspaceArguments,
  WorkspaceContent,
  RemovedWorkspace,
} from './workspace-arguments.js';
import { countRequests, createWorkspace, getWorkspace, refuseName } from './workspaces.js';
import { operation, replaceEffects, readEffects, addEffects } from '../operation.js';

/** Renames a workspace, but not its folder. */
export const workspacesRename = operation({
  name: 'workspaces_rename',
  title: 'Rename a workspace',
  description: 'Renames a workspace; its folder keeps its name.',
  audience: 'person',
  arguments: RenameWorkspaceArguments,
  result: WorkspaceDetails,
  effects: replaceEffects,
  showsSaved: true,
  useCase: 'workspaces.rename',
  run:
    ({ ports }) =>
    ({ id, name }: RenameWorkspaceArguments): AppResult<WorkspaceDetails> =>
      pipe(
        runAtomically(
          ports,
          (transaction: Transaction) => (next: string) =>
            pipe(
              resolveWorkspace(transaction)(id),
              TE.tap((workspace) => refuseName(transaction)(next, workspace.id)),
              TE.flatMap((workspace) =>
                transaction.store.workspaces.update({
                  ...workspace,
                  name: next,
                  updatedAt: transaction.clock.now().toISOString(),
                }),
              ),
            ),
        )(name),
        TE.flatMap((workspace) => getWorkspace(ports)(workspace.id)),
      ),
});

/** Counts the contents of a workspace. A client shows them before it deletes the workspace. */
export const workspacesContent = operation({
  name: 'workspaces_content',
  title: 'Content of a workspace',
  description: 'Counts what a workspace holds.',
  audience: 'person',
  arguments: GetWorkspaceArguments,
  result: WorkspaceContent,
  effects: readEffects,
  showsSaved: true,
  useCase: 'workspaces.content',
  run:
    ({ ports }) =>
    ({ id }: GetWorkspaceArguments): AppResult<WorkspaceContent> =>
      pipe(
        TE.Do,
        TE.bind('workspace', () => resolveWorkspace(ports)(id)),
        TE.bind('counts', ({ workspace }) => countRequests(ports.store, workspace.id)),
        TE.bind('environments', ({ workspace }) => ports.store.environments.list(workspace.id)),
        TE.bind('executions', ({ workspace }) => ports.store.executions.count(workspace.id)),
        TE.bind('others', () => ports.store.workspaces.list(2)),
        TE.map(({ workspace, counts, environments, executions, others }) => ({
          id: workspace.id,
          name: workspace.name,
          path: workspace.path,
          requests: counts.restCount + counts.graphqlCount,
          environments: environments.length,
          executions,
          isOnly: others.length === 1,
        })),
      ),
});

/** A name for the empty workspace that replaces the last one. */
const findFreeName = (taken: readonly Workspace[]): string => {
  const names = new Set(taken.map(({ name }) => name.toLowerCase()));
  const base = 'My workspace';
  let name = base;
  for (let number = 2; names.has(name.toLowerCase()); number += 1) name = `${base} ${number}`;
  return name;
};

/** Creates an empty workspace if `id` is the only one, because one must always be active. */
const ensureAnotherWorkspace = (ports: Ports, id: string): AppResult<boolean> =>
  pipe(
    ports.store.workspaces.all(),
    TE.flatMap((all) =>
      all.some((one) => one.id !== id)
        ? TE.right(false)
        : pipe(
            createWorkspace(ports)({ name: findFreeName(all) }),
            TE.map(() => true),
          ),
    ),
  );

const hideIn =
  (transaction: Transaction) =>
  ({
    workspace,
    hiding,
  }: {
    readonly workspace: Workspace;
    readonly hiding: WorkspaceRemoval;
  }): AppResult<void> => {
    const { workspaces } = transaction.store;
    return pipe(
      workspaces.hide(workspace.id, hiding, transaction.clock.now().toISOString()),
      TE.bind('active', () => workspaces.active()),
      TE.bind('left', () => workspaces.list(1)),
      TE.flatMap(({ active, left: [next] }) =>
        active === null && next !== undefined ? workspaces.activate(next.id) : TE.right(undefined),
      ),
    );
  };

/**
 * Removes a workspace from the list. Does not touch its folder. If it was active, activates the one that was opened most recently. If it
 * was the last, creates an empty one.
 */
export const hideWorkspace =
  (hiding: WorkspaceRemoval) =>
  (ports: Ports) =>
  ({ id }: GetWorkspaceArguments): AppResult<RemovedWorkspace> =>
    pipe(
      TE.Do,
      TE.bind('workspace', () => resolveWorkspace(ports)(id)),
      TE.bind('isReplaced', ({ workspace }) => ensureAnotherWorkspace(ports, workspace.id)),
      TE.tap(({ workspace }) => runAtomically(ports, hideIn)({ workspace, hiding })),
      TE.bind('active', () => resolveWorkspace(ports)(undefined)),
      TE.map(({ workspace, isReplaced, active }) => ({
        id: workspace.id,
        name: workspace.name,
        path: workspace.path,
        activeId: active.id,
        isReplaced,
      })),
    );

export const workspacesRemove = operation({
  name: 'workspaces_remove',
  title: 'Remove a workspace from the list',
  description: 'Takes a workspace off the list until its folder is opened again; nothing is deleted.',
  audience: 'person',
  arguments: GetWorkspaceArguments,
  result: RemovedWorkspace,
  effects: replaceEffects,
  useCase: 'workspaces.remove',
  run: ({ ports }) => hideWorkspace('removed')(ports),
});

export const workspacesDelete = operation({
  name: 'workspaces_delete',
  title: 'Delete a workspace',
  description:
    'Deletes a workspace with everything in it, but not its folder; it can be restored for 30 days.',
  audience: 'person',
  arguments: GetWorkspaceArguments,
  result: RemovedWorkspace,
  effects: replaceEffects,
  useCase: 'workspaces.delete',
  run: ({ ports }) => hideWorkspace('deleted')(ports),
});

/** Restores a workspace that was deleted or removed from the list, with its contents, and activates it. */
export const workspacesRestore = operation({
  name: 'workspaces_restore',
  title: 'Restore a workspace',
  description: 'Restores a deleted workspace, or one that was removed from the list, and makes it active.',
  audience: 'person',
  arguments: GetWorkspaceArguments,
  result: WorkspaceDetails,
  effects: addEffects,
  useCase: 'workspaces.restore',
  run:
    ({ ports }) =>
    ({ id }: GetWorkspaceArguments): AppResult<WorkspaceDetails> =>
      pipe(
        runAtomically(
          ports,
          ({ store: { workspaces } }: Transaction) =>
            (ref: string) =>
              pipe(
                workspaces.hidden(),
                TE.flatMap((hidden) => {
                  const found = hidden.find(({ workspace }) => workspace.id === ref);
                  return found === undefined
                    ? TE.left<AppError>({ kind: 'not-found', entity: 'workspace', ref })
                    : TE.right(found.workspace);
                }),
                TE.tap((workspace) => workspaces.unhide(workspace.id)),
                TE.tap((workspace) => workspaces.activate(workspace.id)),
              ),
        )(id),
        TE.flatMap((workspace) => getWorkspace(ports)(workspace.id)),
      ),
});
