import {
  type AppResult,
  folderDefaults,
  getKindRecord,
  type EnvironmentId,
  type FolderChange,
  type FolderId,
  type FolderKind,
  isWithin,
  type RequestKind,
} from '@tandem/core';
import { E, pipe, TE } from '@tandem/core/fp';

import { putRoot } from '../workspaces/workspace-root.js';
import {
  type ApplyContext,
  type Put,
  putEnvironment,
  removeEnvironment,
  createEntityStamp,
} from './apply-environment.js';

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

/** Removes a folder whose directory is gone, unless something was put into it meanwhile. */
const removeFolder = (
  { repositories, workspaceId }: ApplyContext,
  id: FolderId,
  expected: number,
): AppResult<void> =>
  pipe(
    TE.Do,
    TE.bind('folder', () => repositories.folders.get(workspaceId, id)),
    TE.bind('places', () => repositories.requestPlaces.list(workspaceId)),
    TE.flatMap(({ folder, places }) =>
      places.some((place) => isWithin(folder.path, place.folder))
        ? TE.right(undefined)
        : repositories.folders.remove(workspaceId, id, expected),
    ),
  );

const put = (applying: ApplyContext, { entity, expected }: Put<FolderKind>): AppResult<unknown> => {
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

const remove = (
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

/** Applies `changes` one after another. An outdated revision is a `revision-conflict`. */
export const applyFolderChanges =
  (applying: ApplyContext, changes: readonly FolderChange[]): AppResult<unknown> =>
  async () => {
    // Traversing would copy the intermediate result for each change.
    for (const change of changes) {
      const made = await (change.do === 'put' ? put(applying, change) : remove(applying, change))();
      if (E.isLeft(made)) return made;
    }
    return E.right(undefined);
  };

/** Activates an environment if none is active: `Default`, otherwise the first by name. */
export const activateSome = ({ repositories, workspaceId }: ApplyContext): AppResult<unknown> =>
  pipe(
    TE.Do,
    TE.bind('workspace', () => repositories.workspaces.get(workspaceId)),
    TE.bind('environments', () => repositories.environments.list(workspaceId)),
    TE.flatMap(({ workspace, environments }): AppResult<unknown> => {
      const byName = [...environments].sort((a, b) => (a.name < b.name ? -1 : 1));
      const chosen = byName.find(({ name }) => name === 'Default') ?? byName[0];
      return workspace.activeEnvironmentId === null && chosen
        ? repositories.workspaces.update({ ...workspace, activeEnvironmentId: chosen.id })
        : TE.right(undefined);
    }),
  );
