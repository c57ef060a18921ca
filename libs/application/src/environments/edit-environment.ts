import {
  type AppResult,
  environmentView as toEnvironmentView,
  type SecretPair,
  type Variable,
  EnvironmentView,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { type Transaction, runAtomically } from '../transaction.js';
import { EditEnvironment } from './environment-arguments.js';
import { loadEnvironmentTransaction } from './environments.js';
import { findEnvironmentAtRevision } from './find-environment.js';
import { operation, replaces } from '../operation.js';

type Row = EditEnvironment['rows'][number];

const isNamed = ({ name }: Row): boolean => name.trim() !== '';

const toVariable = ({ name, value = '', enabled = true, type }: Row): Variable => ({
  name,
  value,
  enabled,
  ...(type === undefined ? {} : { type }),
});

/** The secrets of `rows`. One without a value keeps its previous value; repeated names are matched in order. */
const toSecretPairs = (rows: readonly Row[], present: readonly SecretPair[]): readonly SecretPair[] => {
  const left = [...present];
  return rows.map(({ name, value, enabled = true, was = name }) => {
    const at = left.findIndex((one) => one.name === was);
    const [kept] = at < 0 ? [] : left.splice(at, 1);
    const hosts = kept?.hosts === undefined ? {} : { hosts: kept.hosts };
    return { name, value: value ?? kept?.value ?? '', enabled, ...hosts };
  });
};

/** Replaces the variables and secrets of an environment with the rows of a table. Rows without a name are omitted. */
export const editEnvironment =
  (transaction: Transaction) =>
  ({ workspaceId, id, ifRevision, rows }: EditEnvironment): AppResult<EnvironmentView> =>
    pipe(
      loadEnvironmentTransaction(transaction, workspaceId),
      TE.flatMap((within) =>
        pipe(
          findEnvironmentAtRevision(within, id, ifRevision),
          TE.flatMap((found) => {
            const named = rows.filter(isNamed);
            const isSecret = ({ secret = false }: Row): boolean => secret;
            const next = {
              ...found,
              variables: named.filter((row) => !isSecret(row)).map(toVariable),
              secrets: toSecretPairs(named.filter(isSecret), found.secrets),
            };
            if (JSON.stringify(next) === JSON.stringify(found)) return TE.right(found);
            const updatedAt = transaction.clock.now().toISOString();
            return within.repositories.environments.replace(
              { ...next, revision: found.revision + 1, updatedAt },
              found.revision,
            );
          }),
          TE.map((stored) => toEnvironmentView(stored, within.workspace.activeEnvironmentId)),
        ),
      ),
    );

export const environmentsEdit = operation({
  name: 'environments_edit',
  title: 'Edit an environment as a table',
  description:
    'Replaces all variables and secrets of an environment; a secret without a value keeps its own.',
  audience: 'person',
  arguments: EditEnvironment,
  result: EnvironmentView,
  effects: replaces,
  useCase: 'environments.edit',
  run: ({ ports }) => runAtomically(ports, editEnvironment),
});
