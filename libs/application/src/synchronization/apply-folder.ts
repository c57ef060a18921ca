import {
  type AppResult,
  type Environment,
  type EnvironmentId,
  type FolderChange,
  folderDefaults,
  type FolderId,
  type FolderKind,
  type FolderMemory,
  type FolderNotes,
  type FolderPlan,
  type FolderStep,
  getKindRecord,
  getParentFolder,
  isWithin,
  pickFirstEnvironment,
  type Ports,
  type Repositories,
  type RequestKind,
  type Workspace,
  type WorkspaceId,
} from '@tandem/core';
import { attempt, pipe, taskEither, TE } from '@tandem/core/fp';

import { ensureFolders } from '../folders/folder-tree.js';
import { findSharedScripts, type IncomingScripts, recordIncomingScripts } from '../trust/incoming-scripts.js';
import { putRoot } from '../workspaces/resolve-workspace.js';
import {
  type ApplyContext,
  createEntityStamp,
  type Put,
  putEnvironment,
  removeEnvironment,
} from './folder-entities.js';

const putRequest = (applying: ApplyContext, { entity, expected }: Put<RequestKind>): AppResult<unknown> => {
  const { workspaceId, at } = applying;
  const { of, defaults } = getKindRecord(entity.kind);
  const requests = of(applying.repositories);
  const { seq, ...fields } = entity.fields;
  if (expected === null)
    return requests.create({ ...defaults, ...fields, ...createEntityStamp(applying, entity) }, seq);
  return pipe(
    requests.get(workspaceId, entity.id),
    TE.flatMap((present) =>
      requests.replace({ ...present, ...fields, revision: expected + 1, updatedAt: at }, expected, seq),
    ),
  );
};

const putWorkspace = (
  { repositories, workspaceId, at }: ApplyContext,
  { entity, expected }: Put<'workspace'>,
): AppResult<unknown> => {
  const { name, ...fields } = entity.fields;
  return pipe(
    TE.Do,
    TE.bind('workspace', () => repositories.workspaces.get(workspaceId)),
    TE.bind('folders', () => repositories.folders.list(workspaceId)),
    TE.tap(({ workspace }) =>
      workspace.name === name
        ? TE.right(undefined)
        : repositories.workspaces.update({ ...workspace, name, updatedAt: at }),
    ),
    TE.flatMap(({ workspace, folders }) =>
      putRoot(repositories, workspace, folders, { fields, expected, at }),
    ),
  );
};

const putFolder = (applying: ApplyContext, { entity, expected }: Put<'folder'>): AppResult<unknown> => {
  const { repositories, workspaceId, at } = applying;
  const { seq, ...fields } = entity.fields;
  const id = entity.id as FolderId;
  return pipe(
    expected === null
      ? repositories.folders.create({
          ...folderDefaults,
          ...createEntityStamp(applying, entity),
          ...fields,
          id,
          seq: seq ?? null,
        })
      : pipe(
          repositories.folders.get(workspaceId, id),
          TE.flatMap((present) =>
            repositories.folders.replace(
              { ...present, ...fields, revision: expected + 1, updatedAt: at },
              expected,
            ),
          ),
          TE.tap(() =>
            seq === undefined ? TE.right(undefined) : repositories.folders.place(workspaceId, [{ id, seq }]),
          ),
        ),
  );
};

/** Removes a folder whose directory is gone, unless somebody has put something into it since. */
const removeFolder = (
  { repositories, workspaceId }: ApplyContext,
  id: FolderId,
  expected: number,
): AppResult<void> =>
  pipe(
    TE.Do,
    TE.bind('folder', () => repositories.folders.get(workspaceId, id)),
    TE.bind('positions', () => repositories.requestPositions.list(workspaceId)),
    TE.flatMap(({ folder, positions }) =>
      positions.some((position) => isWithin(folder.path, position.folder))
        ? TE.right(undefined)
        : repositories.folders.remove(workspaceId, id, expected),
    ),
  );

const putEntity = (applying: ApplyContext, { entity, expected }: Put<FolderKind>): AppResult<unknown> => {
  switch (entity.kind) {
    case 'workspace':
      return putWorkspace(applying, { entity, expected });
    case 'environment':
      return putEnvironment(applying, { entity, expected });
    case 'folder':
      return putFolder(applying, { entity, expected });
    default:
      return putRequest(applying, { entity, expected });
  }
};

const removeEntity = (
  applying: ApplyContext,
  { kind, id, expected }: Extract<FolderChange, { readonly do: 'remove' }>,
): AppResult<void> => {
  const { repositories, workspaceId } = applying;
  switch (kind) {
    case 'workspace':
      return TE.right(undefined);
    case 'environment':
      return removeEnvironment(applying, id as EnvironmentId, expected);
    case 'folder':
      return removeFolder(applying, id as FolderId, expected);
    default:
      return getKindRecord(kind).of(repositories).remove(workspaceId, id, expected);
  }
};

/** Applies the changes one after another. Fails with `revision-conflict` if an entity has changed since the plan was made. */
const applyFolderChanges = (applying: ApplyContext, changes: readonly FolderChange[]): AppResult<unknown> =>
  taskEither(function* () {
    // Traversing them with fp-ts would copy the results so far for each change.
    for (const change of changes)
      yield* attempt(change.do === 'put' ? putEntity(applying, change) : removeEntity(applying, change));
  });

/**
 * Activates an environment if none is active: `Default`, or else the first by name that has values and that no other environment extends.
 */
const activateSome = ({ repositories, workspaceId }: ApplyContext): AppResult<unknown> =>
  pipe(
    TE.Do,
    TE.bind('workspace', () => repositories.workspaces.get(workspaceId)),
    TE.bind('environments', () => repositories.environments.list(workspaceId)),
    TE.flatMap(({ workspace, environments }): AppResult<unknown> => {
      const isFilled = ({ variables, secrets, extends: base }: Environment): boolean =>
        variables.length + secrets.length > 0 || base !== '';
      const bases = new Set(environments.map((one) => one.extends));
      const filled = environments.filter(isFilled);
      const candidates = filled.length > 0 ? filled : environments;
      const byName = candidates.toSorted((a, b) => (a.name < b.name ? -1 : 1));
      const chosen =
        candidates.find(({ name }) => name === 'Default') ??
        pickFirstEnvironment(byName.filter(({ name }) => !bases.has(name))) ??
        byName[0];
      return workspace.activeEnvironmentId === null && chosen
        ? repositories.workspaces.update({ ...workspace, activeEnvironmentId: chosen.id })
        : TE.right(undefined);
    }),
  );

/** A plan for a folder, with the memory that it was made from. */
export interface PlannedFolder {
  readonly plan: FolderPlan;
  readonly memory: FolderMemory;
  /** The scripts that the plan takes from files. */
  readonly incoming: IncomingScripts;
}

/** The folders of requests from files, and the parents of new folders. */
const listChangedFolders = (changes: readonly FolderChange[]): readonly string[] =>
  changes.flatMap((change) => {
    if (change.do === 'remove') return [];
    const { kind, fields } = change.entity;
    if (kind === 'folder') return [getParentFolder(fields.path)];
    return 'folder' in fields ? [fields.folder] : [];
  });

/** How many planned writes one transaction records. */
const maxNotesPerStep = 500;

const storeMemory =
  ({ store }: Ports, id: WorkspaceId) =>
  ({ memory, planned }: FolderNotes): AppResult<void> => {
    const slices = Array.from({ length: Math.ceil(planned.length / maxNotesPerStep) }, (_, index) =>
      planned.slice(index * maxNotesPerStep, (index + 1) * maxNotesPerStep),
    );
    return pipe(
      store.transaction(({ folderMemories }) =>
        pipe(
          folderMemories.change(id, memory),
          TE.flatMap(() => folderMemories.forgetPlanned(id, null)),
        ),
      ),
      TE.flatMap(() => TE.sequenceSeqArray(slices.map((some) => store.folderMemories.note(id, some)))),
      TE.map(() => undefined),
    );
  };

/**
 * Records the planned writes, changes files, then the database, and then removes files. Changes the database in several transactions, so
 * that other writes need not wait for all of them. If Tandem crashes at any point, the next synchronization repairs the state.
 */
export const applyFolderPlan = (
  ports: Ports,
  { id }: Workspace,
  { plan, memory, incoming: { scripts } }: PlannedFolder,
): AppResult<FolderPlan['report']> => {
  const { store, clock } = ports;
  // An interrupted synchronization may have left a base of the manifest without a hash.
  const isFirst = !memory.bases.some(({ kind, fileHash }) => kind === 'workspace' && fileHash !== '');
  const noted = (step: FolderStep, repositories: Repositories): AppResult<void> => {
    if (ports.contentHash === undefined) return TE.right(undefined);
    const ids = new Set(step.changes.map((change) => (change.do === 'put' ? change.entity.id : change.id)));
    const coming = { scripts: scripts.filter((one) => ids.has(one.id)) };
    return recordIncomingScripts(ports, repositories, id, coming, findSharedScripts(step));
  };
  const stepOf = (step: FolderStep): AppResult<unknown> =>
    store.transaction((repositories) => {
      const { changes, memory: remembered, done } = step;
      const applying = { repositories, workspaceId: id, at: clock.now().toISOString() };
      return pipe(
        applyFolderChanges(applying, changes),
        TE.flatMap(() => ensureFolders({ ...ports, store: repositories }, id, listChangedFolders(changes))),
        TE.tap(() => (isFirst && done === null ? activateSome(applying) : TE.right(undefined))),
        TE.tap(() => noted(step, repositories)),
        TE.tap(() => repositories.folderMemories.change(id, remembered)),
        TE.tap(() => repositories.folderMemories.forgetPlanned(id, done)),
      );
    });
  const forgetRemovals: AppResult<void> = plan.removes
    ? store.folderMemories.change(id, { put: [], forget: [], removals: [] })
    : TE.right(undefined);
  return pipe(
    plan.write(storeMemory(ports, id)),
    TE.flatMap(() => TE.sequenceSeqArray(plan.steps.map(stepOf))),
    TE.flatMap(() => plan.finish),
    TE.flatMap(() => forgetRemovals),
    TE.map(() => plan.report),
  );
};
