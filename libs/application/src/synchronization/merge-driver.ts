import {
  type AppResult,
  type MergeDriver,
  type MergeDriverStatus,
  type Ports,
  type WorkspaceFolder,
  workspaceRef,
} from '@tandem/core';
import { struct, type t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { workspaceFolder } from '../workspaces/workspace-folder.js';

export const MergeDriverArguments = struct('merge driver arguments', {}, { workspaceId: workspaceRef });
export type MergeDriverArguments = t.TypeOf<typeof MergeDriverArguments>;

const reason = 'This program has no merge driver.';

const callMergeDriver =
  (call: (driver: MergeDriver, workspace: WorkspaceFolder) => AppResult<MergeDriverStatus>) =>
  (ports: Pick<Ports, 'store' | 'mergeDriver'>) =>
  ({ workspaceId }: MergeDriverArguments): AppResult<MergeDriverStatus> =>
    pipe(
      resolveWorkspace(ports)(workspaceId),
      TE.flatMap((workspace) => workspaceFolder(ports, workspace)),
      TE.flatMap((workspace) =>
        ports.mergeDriver
          ? call(ports.mergeDriver, workspace)
          : TE.right({ repository: null, isSetUp: false, reason }),
      ),
    );

/** Whether git merges the files of a workspace field by field. */
export const mergeDriverStatus = callMergeDriver((driver, workspace) => driver.status(workspace));

/** Makes git merge the files of a workspace field by field, in this clone. */
export const installMergeDriver = callMergeDriver((driver, workspace) => driver.install(workspace));
