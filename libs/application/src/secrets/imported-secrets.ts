import {
  type AppResult,
  createInvalidInput,
  type Environment,
  type ImportedSecrets,
  type Ports,
  workspaceRef,
} from '@tandem/core';
import { struct, t, withDescription } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { loadEnvironmentTransaction } from '../environments/environments.js';
import { findIn } from '../environments/load-environments.js';
import { operation, replaceEffects } from '../operation.js';
import { runAtomically, type Transaction } from '../transaction.js';
import { loadSecretHosts, SecretHostList } from './secret-hosts.js';

/** Maximum number of secrets remembered. */
const maxRemembered = 5_000;

/** Remembers in memory which values imports have made secrets. */
export const createImportedSecrets = (): ImportedSecrets => {
  const values = new Map<string, string>();
  const keyOf = (environmentId: string, name: string): string => `${environmentId} ${name}`;
  return {
    note: (environmentId, secrets) => {
      for (const { name, value } of secrets) values.set(keyOf(environmentId, name), value);
      for (const key of values.keys()) {
        if (values.size <= maxRemembered) break;
        values.delete(key);
      }
    },
    has: (environmentId, { name, value }) => values.get(keyOf(environmentId, name)) === value,
  };
};

/** Remembers the secrets of the environments that an import created. */
export const noteImportedSecrets = (
  { store, importedSecrets }: Pick<Ports, 'store' | 'importedSecrets'>,
  workspaceId: Environment['workspaceId'],
  ids: readonly string[],
): AppResult<void> =>
  ids.length === 0
    ? TE.right(undefined)
    : pipe(
        store.environments.list(workspaceId),
        TE.map((all) => {
          for (const { id, secrets } of all) if (ids.includes(id)) importedSecrets.note(id, secrets);
        }),
      );

export const MakePlainArguments = struct(
  'a secret that is none',
  {
    environment: withDescription(t.string, 'Environment id or name'),
    name: withDescription(t.string, 'Name of the secret'),
  },
  { workspaceId: workspaceRef },
);
export type MakePlainArguments = t.TypeOf<typeof MakePlainArguments>;

const createRefusal = (why: string, name: string) =>
  createInvalidInput('name', why, { expected: 'a secret as an import brought it', got: name });

/** Makes the secret a variable. Keeps it secret if somebody typed its value here, because such a value is never shown. */
const toPlain = (
  { importedSecrets }: Pick<Ports, 'importedSecrets'>,
  environment: Environment,
  name: string,
): AppResult<Environment> => {
  const [secret, ...others] = environment.secrets.filter((one) => one.name === name);
  if (secret === undefined)
    return TE.left(createRefusal(`is not a secret of the environment ${environment.name}`, name));
  if (others.length > 0 || !importedSecrets.has(environment.id, secret))
    return TE.left(
      createRefusal(
        'has a value that no import brought since Tandem started; type it again as a variable',
        name,
      ),
    );
  const { value, enabled } = secret;
  return TE.right({
    ...environment,
    variables: [...environment.variables, { name, value, enabled }],
    secrets: environment.secrets.filter((one) => one !== secret),
  });
};

/**
 * Makes a secret of an import a variable, whose value is shown, written to files and no longer redacted. For people only, because an agent
 * could read imported secrets in this way.
 */
export const secretsMakePlain = operation({
  name: 'secrets_make_plain',
  title: 'Make an imported secret a variable',
  description: 'Makes a secret, as an import brought it, a variable; its value is no longer hidden.',
  audience: 'person',
  arguments: MakePlainArguments,
  result: SecretHostList,
  effects: replaceEffects,
  useCase: 'secrets.makePlain',
  run: ({ ports }) =>
    runAtomically(
      ports,
      (transaction: Transaction) =>
        ({ workspaceId, environment: ref, name }: MakePlainArguments): AppResult<SecretHostList> =>
          pipe(
            TE.Do,
            TE.apS('within', loadEnvironmentTransaction(transaction, workspaceId)),
            TE.bind('found', ({ within }) => findIn(within, ref)),
            TE.bind('next', ({ found }) => toPlain(ports, found, name)),
            TE.tap(({ within, found }) =>
              transaction.store.secretBindings.choose(within.workspace.id, {
                environmentId: found.id,
                name,
                hosts: [],
              }),
            ),
            TE.tap(({ found, next }) => {
              const stamps = {
                revision: found.revision + 1,
                updatedAt: transaction.clock.now().toISOString(),
              };
              return transaction.store.environments.replace({ ...next, ...stamps }, found.revision, [name]);
            }),
            TE.flatMap(({ within }) =>
              loadSecretHosts({ ...ports, store: transaction.store }, within.workspace),
            ),
          ),
    ),
});
