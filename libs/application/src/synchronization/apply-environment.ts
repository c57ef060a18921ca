import {
  type AppResult,
  type EnvironmentId,
  type FolderEntity,
  type FolderKind,
  type Guard,
  toFileGuard,
  type Pair,
  type Repositories,
  type RetiredEnvironment,
  type WorkspaceId,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { fillKnownValues } from './folder-entities.js';

/** A change that puts an entity of one of the kinds. */
export interface Put<K extends FolderKind> {
  readonly entity: Extract<FolderEntity, { readonly kind: K }>;
  readonly expected: number | null;
}

/** Where and when changes of a folder are applied. */
export interface ApplyContext {
  readonly repositories: Repositories;
  readonly workspaceId: WorkspaceId;
  readonly at: string;
}

/** What every entity created from a file has. */
export const createEntityStamp = ({ workspaceId, at }: ApplyContext, { id }: FolderEntity) => ({
  id,
  workspaceId,
  revision: 1,
  createdAt: at,
  updatedAt: at,
});

/** The stored leftovers of an environment. */
export const findRetiredEnvironment = (
  { repositories, workspaceId }: ApplyContext,
  id: EnvironmentId,
): AppResult<RetiredEnvironment> =>
  pipe(
    repositories.folderMemories.retired(workspaceId),
    TE.map((all) => all.find((one) => one.id === id) ?? { id, secrets: [], wasActive: false }),
  );

const findUnnamedSecrets = (secrets: readonly Pair[], named: readonly Pair[]): readonly Pair[] =>
  secrets.filter(({ name, value }) => value !== '' && !named.some((one) => one.name === name));

/** Stores what the files no longer contain of `present`, and drops what they name again. */
const keep = (
  { repositories, workspaceId }: ApplyContext,
  { id, secrets }: RetiredEnvironment,
  present: readonly Pair[],
  more: { readonly named: readonly Pair[]; readonly wasActive: boolean; readonly guard?: Guard },
): AppResult<void> => {
  const { named, ...rest } = more;
  return repositories.folderMemories.retire(workspaceId, {
    id,
    secrets: [...findUnnamedSecrets(present, named), ...findUnnamedSecrets(secrets, [...named, ...present])],
    ...rest,
  });
};

/** A returning environment is active again, unless another one is by then. */
export const activateAgain = (
  { repositories: { workspaces }, workspaceId }: ApplyContext,
  { id, wasActive }: RetiredEnvironment,
): AppResult<unknown> =>
  wasActive
    ? pipe(
        workspaces.get(workspaceId),
        TE.flatMap((present) =>
          present.activeEnvironmentId === null
            ? workspaces.update({ ...present, activeEnvironmentId: id })
            : TE.right(present),
        ),
      )
    : TE.right(undefined);

/** Puts an environment. Secrets have the values that they had in the app, also before a branch without them. */
export const putEnvironment = (
  applying: ApplyContext,
  { entity, expected }: Put<'environment'>,
): AppResult<unknown> => {
  const { environments } = applying.repositories;
  const { fields } = entity;
  const id = entity.id as EnvironmentId;
  const put = (retired: RetiredEnvironment): AppResult<readonly Pair[]> => {
    if (expected === null) {
      const secrets = fillKnownValues(fields.secrets, retired.secrets);
      const guard = toFileGuard(retired.guard ?? null, fields.guard);
      return pipe(
        environments.create({ ...fields, ...guard, ...createEntityStamp(applying, entity), id, secrets }),
        TE.tap(() => activateAgain(applying, retired)),
        TE.map(() => []),
      );
    }
    return pipe(
      environments.get(applying.workspaceId, id),
      TE.tap((present) => {
        const known = [...present.secrets, ...findUnnamedSecrets(retired.secrets, present.secrets)];
        const secrets = fillKnownValues(fields.secrets, known);
        const guard = toFileGuard(present.guard, fields.guard);
        const stamps = { revision: expected + 1, updatedAt: applying.at };
        return environments.replace({ ...present, ...fields, ...guard, secrets, ...stamps }, expected);
      }),
      TE.map(({ secrets }) => secrets),
    );
  };
  return pipe(
    findRetiredEnvironment(applying, id),
    TE.flatMap((retired) =>
      pipe(
        put(retired),
        TE.flatMap((present) =>
          keep(applying, retired, present, { named: fields.secrets, wasActive: false }),
        ),
      ),
    ),
  );
};

/** Removes an environment whose file is gone. What no file contains is stored in case it comes back. */
export const removeEnvironment = (
  applying: ApplyContext,
  id: EnvironmentId,
  expected: number,
): AppResult<void> => {
  const { repositories, workspaceId } = applying;
  const { environments, workspaces } = repositories;
  return pipe(
    TE.Do,
    TE.bind('present', () => environments.get(workspaceId, id)),
    TE.bind('workspace', () => workspaces.get(workspaceId)),
    TE.bind('retired', () => findRetiredEnvironment(applying, id)),
    TE.flatMap(({ present, workspace, retired }) =>
      keep(applying, retired, present.secrets, {
        named: [],
        wasActive: workspace.activeEnvironmentId === id,
        ...(present.guard === null ? {} : { guard: present.guard }),
      }),
    ),
    TE.flatMap(() => environments.remove(workspaceId, id, expected)),
  );
};
