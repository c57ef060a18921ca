import type { AppResult, FolderWarning, Ports, Workspace } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { listConnections } from '../trust/connection-reviews.js';
import { loadSecretHosts } from '../secrets/secret-hosts.js';

const where = 'under Environments in the window';

/** Warnings about what the files of a workspace loosen, and what has no effect until a person has confirmed it. */
export const findPendingConfirmations = (
  ports: Ports,
  workspace: Workspace,
): AppResult<readonly FolderWarning[]> =>
  pipe(
    TE.Do,
    TE.apS('environments', ports.store.environments.list(workspace.id)),
    TE.apS('hosts', loadSecretHosts(ports, workspace)),
    TE.apS('connections', listConnections(ports, workspace)),
    TE.map(({ environments, hosts, connections }) => [
      ...connections.settings.map(({ value }) => ({
        code: 'connectionWaits',
        message: `${value} decides who can read what is sent, and nobody has agreed to it. Until a person does that under Folder in the window, nothing is sent that it would concern.`,
      })),
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
