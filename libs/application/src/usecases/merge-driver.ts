import type { AppResult, MergeDriver, MergeDriverArguments, MergeDriverStatus, Ports } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { resolveWorkspace } from './resolve-workspace.js';

const reason = 'This program has no merge driver.';

const asked =
  (call: (driver: MergeDriver, path: string) => AppResult<MergeDriverStatus>) =>
  (ports: Pick<Ports, 'store' | 'mergeDriver'>) =>
  ({ workspaceId }: MergeDriverArguments): AppResult<MergeDriverStatus> =>
    pipe(
      resolveWorkspace(ports)(workspaceId),
      TE.flatMap(({ path }) =>
        ports.mergeDriver
          ? call(ports.mergeDriver, path)
          : TE.right({ repository: null, isSetUp: false, reason }),
      ),
    );

/** Whether git merges the files of a workspace field by field. */
export const mergeDriverStatus = asked((driver, path) => driver.status(path));

/** Makes git merge the files of a workspace field by field, in this clone. */
export const installMergeDriver = asked((driver, path) => driver.install(path));
