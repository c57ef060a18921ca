import {
  type AppResult,
  type MergeDriver,
  type Ports,
  type WorkspaceFolder,
  workspaceRef,
  MergeDriverStatus,
} from '@tandem/core';
import { struct, type t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { loadWorkspaceFolder } from '../workspaces/workspace-folder.js';
import { operation, reads, replaces } from '../operation.js';

export const MergeDriverArguments = struct('merge driver arguments', {}, { workspaceId: workspaceRef });
export type MergeDriverArguments = t.TypeOf<typeof MergeDriverArguments>;

const reason = 'This program has no merge driver.';

const callMergeDriver =
  (
    ports: Pick<Ports, 'store' | 'mergeDriver'>,
    call: (driver: MergeDriver, workspace: WorkspaceFolder) => AppResult<MergeDriverStatus>,
  ) =>
  ({ workspaceId }: MergeDriverArguments): AppResult<MergeDriverStatus> =>
    pipe(
      resolveWorkspace(ports)(workspaceId),
      TE.flatMap((workspace) => loadWorkspaceFolder(ports, workspace)),
      TE.flatMap((workspace) =>
        ports.mergeDriver
          ? call(ports.mergeDriver, workspace)
          : TE.right({ repository: null, isSetUp: false, reason }),
      ),
    );

/** Changes how git works in a repository, so these are for people only. */
export const mergeDriverStatus = operation({
  name: 'merge_driver_status',
  title: 'Merge driver',
  description:
    'Returns whether the data folder is in a git repository, and whether git merges its files with Tandem.',
  audience: 'person',
  arguments: MergeDriverArguments,
  result: MergeDriverStatus,
  effects: reads,
  useCase: 'mergeDriver.status',
  run: ({ ports }) => callMergeDriver(ports, (driver, workspace) => driver.status(workspace)),
});

export const mergeDriverInstall = operation({
  name: 'merge_driver_install',
  title: 'Set up the merge driver',
  description:
    "Makes git merge the data folder's files with Tandem: adds lines to its .gitattributes and a driver to the repository's own configuration.",
  audience: 'person',
  arguments: MergeDriverArguments,
  result: MergeDriverStatus,
  effects: { ...replaces, destructive: false },
  useCase: 'mergeDriver.install',
  run: ({ ports }) => callMergeDriver(ports, (driver, workspace) => driver.install(workspace)),
});
