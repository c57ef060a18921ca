import { type AnyRequest, type AppResult, everyKind, type Folder } from '@tandem/core';
import { E, pipe, RA, TE } from '@tandem/core/fp';
import { interpolate } from '@tandem/execution';

import { EnvironmentUses, ListEnvironmentUses } from './environment-arguments.js';
import { findIn } from './find-environment.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { operation, reads } from '../operation.js';

/** How scripts refer to a variable or a secret. */
const call = /\b(?:get|set|unset|delete|has)(?:Variable|Secret)\(\s*(['"`])(.*?)\1/g;

/** The names in the tokens of a string. With no values known, all of them are unresolved. */
const listTokens = (text: string): readonly string[] =>
  pipe(
    interpolate(() => undefined)(text),
    E.match(
      () => [],
      ({ unresolved }) => unresolved,
    ),
  );

/** The names of variables that a request or a folder uses, in its tokens and in its script. */
const listVariableNames = ({ script, ...fields }: AnyRequest | Folder): ReadonlySet<string> =>
  new Set([
    ...listTokens(`${JSON.stringify(fields)} ${script}`),
    ...Array.from(script.matchAll(call), ([, , name = '']) => name),
  ]);

/**
 * For each name of an environment, the requests and folders of the workspace that use it. The folder `""` is the
 * workspace.
 */
export const environmentsUses = operation({
  name: 'environments_uses',
  title: 'Uses of an environment',
  description: 'Lists the requests that mention each variable and secret of an environment.',
  audience: 'person',
  arguments: ListEnvironmentUses,
  result: EnvironmentUses,
  effects: reads,
  useCase: 'environments.uses',
  run:
    ({ ports }) =>
    ({ workspaceId: ref, id }: ListEnvironmentUses): AppResult<EnvironmentUses> =>
      pipe(
        TE.Do,
        TE.bind('workspace', () => resolveWorkspace(ports)(ref)),
        TE.bind('all', ({ workspace }) => ports.store.environments.list(workspace.id)),
        TE.bind('environment', ({ workspace, all }) =>
          findIn({ repositories: ports.store, workspace, all }, id),
        ),
        TE.bind('requests', ({ workspace }) =>
          pipe(
            everyKind,
            RA.traverse(TE.ApplicativeSeq)(({ of }) => of(ports.store).all(workspace.id)),
            TE.map(RA.flatten),
          ),
        ),
        TE.bind('folders', ({ workspace }) => ports.store.folders.list(workspace.id)),
        TE.map(({ environment: { variables, secrets }, requests, folders }) => {
          const mentioned = requests.map((request) => ({ request, names: listVariableNames(request) }));
          const around = folders.map((folder) => ({ folder, names: listVariableNames(folder) }));
          const names = new Set([...variables, ...secrets].map(({ name }) => name));
          return {
            uses: [...names].map((name) => ({
              name,
              requests: mentioned
                .filter((one) => one.names.has(name))
                .map(({ request }) => ({ id: request.id, name: request.name })),
              folders: around
                .filter((one) => one.names.has(name))
                .map(({ folder: { id, path } }) => ({ id, path })),
            })),
          };
        }),
      ),
});
