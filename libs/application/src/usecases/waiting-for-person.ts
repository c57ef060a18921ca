import type { AppResult, FolderWarning, Ports, Workspace } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { listedHosts } from './secret-hosts.js';

const where = 'under Environments in the window';

/** What files of a workspace loosen, and what has no effect until a person has confirmed it. */
export const waitingForPerson = (
  { store }: Pick<Ports, 'store'>,
  workspace: Pick<Workspace, 'id'>,
): AppResult<readonly FolderWarning[]> =>
  pipe(
    TE.Do,
    TE.apS('environments', store.environments.list(workspace.id)),
    TE.apS('hosts', listedHosts({ store }, workspace)),
    TE.map(({ environments, hosts }) => [
      ...environments
        .filter(({ proposedGuard }) => proposedGuard !== null)
        .map(({ name }) => ({
          code: 'guardWaits',
          message: `The file of the environment "${name}" loosens its guard. The stricter one stays in force until a person confirms the other ${where}.`,
        })),
      ...hosts.secrets.flatMap(({ environment, name, hosts: agreed, wanted }) =>
        wanted === undefined
          ? []
          : [
              {
                code: 'hostsWait',
                message: `The file of the environment "${environment}" lets the secret ${name} be sent to ${wanted.join(', ')}. Until a person confirms that ${where}, it may be sent to ${agreed.join(', ')} only.`,
              },
            ],
      ),
    ]),
  );
