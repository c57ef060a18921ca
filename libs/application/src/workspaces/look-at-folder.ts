import { type AppError, type AppResult, type FolderIdentity, getFolderBaseName } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { FolderContent, LookAtFolder } from './workspace-arguments.js';
import { operation, reads } from '../operation.js';

/**
 * Reports what a folder contains before it is opened as a workspace. Nothing is changed. Reads names in any folder of
 * the machine, so it is for people only.
 */
export const workspacesLook = operation({
  name: 'workspaces_look',
  title: 'Look at a folder',
  description: 'Says what a folder holds before it is opened as a workspace, and changes nothing.',
  audience: 'person',
  arguments: LookAtFolder,
  result: FolderContent,
  effects: reads,
  useCase: 'workspaces.look',
  run:
    ({ ports }) =>
    ({ path }: LookAtFolder): AppResult<FolderContent> =>
      pipe(
        TE.Do,
        TE.bind('found', () => ports.workspaceLocations.look(path)),
        TE.bind('known', ({ found }) =>
          pipe(
            ports.store.workspaces.all(),
            TE.map((all) => all.find((one) => one.path === found.path)),
          ),
        ),
        TE.bind('identity', ({ found }) =>
          pipe(
            found.exists ? ports.folderSync.identify(found.path) : TE.right(null),
            TE.orElse(() => TE.right<AppError, FolderIdentity | null>(null)),
          ),
        ),
        TE.map(({ found, known, identity }): FolderContent => {
          const { exists, names, bruno } = found;
          const said = { path: found.path, names, name: null };
          if (!exists) return { ...said, kind: 'missing' };
          const workspace: FolderContent = {
            ...said,
            kind: 'workspace',
            name: known?.name ?? identity?.name ?? getFolderBaseName(found.path),
          };
          if (identity !== null) return workspace;
          // Also if an empty workspace was opened beside the files: only a conversion imports them.
          if (bruno?.format === 'bru') return { ...said, kind: 'bruno', name: bruno.name };
          if (known !== undefined) return workspace;
          if (bruno !== null) return { ...said, kind: 'unreadable', name: bruno.name };
          return { ...said, kind: names.length === 0 ? 'empty' : 'other' };
        }),
      ),
});
