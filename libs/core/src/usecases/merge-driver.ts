import type { AppError } from '../domain/errors.js';
import type { MergeDriverArguments, MergeDriverStatus } from '../domain/merge-driver.js';
import { pipe, TE } from '../fp.js';
import type { MergeDriver } from '../ports/merge-driver.js';
import type { Ports } from '../ports/ports.js';
import { resolveWorkspace } from './resolve-workspace.js';

const reason = 'This program has no merge driver.';

const asked =
  (call: (driver: MergeDriver, path: string) => TE.TaskEither<AppError, MergeDriverStatus>) =>
  (ports: Pick<Ports, 'store' | 'mergeDriver'>) =>
  ({ workspaceId }: MergeDriverArguments): TE.TaskEither<AppError, MergeDriverStatus> =>
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
