import { applyBases, type AppResult, type Environment, indexValues, listBases } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { operation, readEffects } from '../operation.js';
import { addFileSecrets } from '../secrets/process-variables.js';
import { fillGivenValues } from '../secrets/secrets.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { ComparedSecrets, CompareEnvironmentsArguments } from './environment-arguments.js';
import { findIn } from './load-environments.js';

/** The names of the secrets that have a value in both environments, but not the same one. */
const listDifferentSecrets = (left: Environment, right: Environment): readonly string[] => {
  const [values, others] = [indexValues(left.secrets), indexValues(right.secrets)];
  return Object.entries(values).flatMap(([name, value]) => {
    const other = getOwnValue(others, name) ?? '';
    return value !== '' && other !== '' && value !== other ? [name] : [];
  });
};

/** Compares the secrets of two environments without returning a value, because clients have no secret values to compare. */
export const environmentsCompare = operation({
  name: 'environments_compare',
  title: 'Compare the secrets of two environments',
  description: 'Lists the secrets that two environments have with different values.',
  audience: 'person',
  arguments: CompareEnvironmentsArguments,
  result: ComparedSecrets,
  effects: readEffects,
  useCase: 'environments.compare',
  run:
    ({ ports }) =>
    ({ workspaceId: ref, id, with: other }: CompareEnvironmentsArguments): AppResult<ComparedSecrets> =>
      pipe(
        TE.Do,
        TE.bind('workspace', () => resolveWorkspace(ports)(ref)),
        TE.bind('stored', ({ workspace }) => ports.store.environments.list(workspace.id)),
        TE.bind('decisions', ({ workspace }) => ports.store.givenSecrets.list(workspace.id)),
        TE.bind('envFile', ({ workspace }) => TE.fromTask(ports.envFiles.read(workspace))),
        TE.bind('sides', ({ workspace, stored, decisions, envFile }) => {
          const given = { ...ports, providedSecrets: addFileSecrets(ports.providedSecrets, envFile) };
          const all = fillGivenValues(given, decisions)(stored);
          const within = { repositories: ports.store, workspace, all };
          return pipe(
            [id, other],
            TE.traverseSeqArray((one) => findIn(within, one)),
            TE.map((found) => found.map((one) => applyBases(one, listBases(one, all).bases))),
          );
        }),
        TE.map(({ sides: [left, right] }) => ({
          different: left && right ? listDifferentSecrets(left, right) : [],
        })),
      ),
});
