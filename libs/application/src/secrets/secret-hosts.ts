import {
  type AppResult,
  type Environment,
  EnvironmentId,
  normalizeHostPattern,
  areHostsCovered,
  createInvalidInput,
  maxSecretHosts,
  type Ports,
  type SecretHosts,
  normalizeHosts,
  type Workspace,
  workspaceRef,
} from '@tandem/core';
import { withDescription, struct, t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { type Transaction, runAtomically } from '../transaction.js';
import { loadEnvironmentTransaction } from '../environments/environments.js';
import { findIn, storeChangedEnvironment } from '../environments/load-environments.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { isShortSecret } from './secrets.js';
import { operation, readEffects, replaceEffects } from '../operation.js';

const hosts = withDescription(
  t.readonlyArray(t.string, 'a list of hosts'),
  'Such as api.example.com, *.example.com or 127.0.0.1:*; empty for any',
);

export const ListSecretHostsArguments = struct('secret hosts arguments', {}, { workspaceId: workspaceRef });
export type ListSecretHostsArguments = t.TypeOf<typeof ListSecretHostsArguments>;

export const ChooseSecretHostsArguments = struct(
  'chosen hosts of a secret',
  {
    environment: withDescription(t.string, 'Environment id or name'),
    name: withDescription(t.string, 'Name of the secret'),
    hosts,
  },
  { workspaceId: workspaceRef },
);
export type ChooseSecretHostsArguments = t.TypeOf<typeof ChooseSecretHostsArguments>;

export const SecretHostList = struct('the hosts of the secrets of a workspace', {
  secrets: t.readonlyArray(
    struct(
      'the hosts of a secret',
      {
        environmentId: EnvironmentId,
        environment: t.string,
        name: t.string,
        hosts: withDescription(t.readonlyArray(t.string, 'a list of hosts'), 'Empty for any'),
      },
      {
        wanted: withDescription(
          t.readonlyArray(t.string, 'a list of hosts'),
          'What the file of the environment says, if a person has to agree to it',
        ),
        sentTo: withDescription(
          t.readonlyArray(t.string, 'a list of hosts'),
          'Without hosts: where it was sent since the server started',
        ),
        isShort: withDescription(t.literal(true), 'Its value is too short to be hidden'),
        isImported: withDescription(t.literal(true), 'An import brought its value since the server started'),
      },
    ),
  ),
});
export type SecretHostList = t.TypeOf<typeof SecretHostList>;

/** Groups pairs by name, in order. */
const groupByName = <A extends { readonly name: string }>(
  pairs: readonly A[],
): ReadonlyMap<string, readonly A[]> => {
  const all = new Map<string, A[]>();
  for (const one of pairs) {
    const same = all.get(one.name);
    if (same === undefined) all.set(one.name, [one]);
    else same.push(one);
  }
  return all;
};

const toSecretHostList = (
  environments: readonly Environment[],
  known: readonly SecretHosts[],
  { sentSecrets, importedSecrets }: Pick<Ports, 'sentSecrets' | 'importedSecrets'>,
): SecretHostList => ({
  secrets: environments.flatMap(({ id, name: environment, secrets }) => {
    const knownHere = groupByName(known.filter(({ environmentId }) => environmentId === id));
    return [...groupByName(secrets)].map(([name, same]) => {
      const stored = knownHere.get(name)?.[0]?.hosts ?? [];
      const said = normalizeHosts(same.flatMap((one) => one.hosts ?? []));
      const wanted = said.length === 0 || areHostsCovered(said, stored) ? {} : { wanted: said };
      const short = isShortSecret(same, name) ? { isShort: true as const } : {};
      const went = stored.length === 0 ? sentSecrets.hostsOf(id, name) : [];
      const sentTo = went.length === 0 ? {} : { sentTo: went };
      const isImported = same.length === 1 && same.every((one) => importedSecrets.has(id, one));
      return {
        environmentId: id,
        environment,
        name,
        hosts: stored,
        ...wanted,
        ...sentTo,
        ...short,
        ...(isImported ? { isImported } : {}),
      };
    });
  }),
});

/** Loads the hosts to which each secret of a workspace may be sent, and the hosts that its files propose. */
export const loadSecretHosts = (
  ports: Pick<Ports, 'sentSecrets' | 'importedSecrets'> & Pick<Transaction, 'store'>,
  { id }: Pick<Workspace, 'id'>,
): AppResult<SecretHostList> =>
  pipe(
    TE.Do,
    TE.apS('environments', ports.store.environments.list(id)),
    TE.apS('known', ports.store.secretBindings.list(id)),
    TE.map(({ environments, known }) => toSecretHostList(environments, known, ports)),
  );

/**
 * Lists the hosts to which each secret of a workspace may be sent, without values. For people only, because a person decides where a secret
 * may be sent.
 */
export const secretHostsList = operation({
  name: 'secret_hosts_list',
  title: 'Hosts of secrets',
  description: 'Lists where each secret of a workspace may be sent; never the values.',
  audience: 'person',
  arguments: ListSecretHostsArguments,
  result: SecretHostList,
  effects: readEffects,
  useCase: 'secretHosts.list',
  run:
    ({ ports }) =>
    ({ workspaceId }: ListSecretHostsArguments): AppResult<SecretHostList> =>
      pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.flatMap((workspace) => loadSecretHosts(ports, workspace)),
      ),
});

const validateHosts = (chosen: readonly string[]): AppResult<readonly string[]> => {
  const wrong = chosen.find((text) => normalizeHostPattern(text) === undefined);
  if (wrong !== undefined)
    return TE.left(
      createInvalidInput('hosts', 'is not a host; leave out the scheme and the path', {
        expected: 'hosts such as api.example.com, *.example.com, example.com:8443, 127.0.0.1:* or [::1]:*',
        got: wrong,
      }),
    );
  return chosen.length > maxSecretHosts
    ? TE.left(
        createInvalidInput('hosts', 'are too many; use patterns such as *.example.com', {
          expected: `at most ${maxSecretHosts} hosts`,
          got: chosen.length,
        }),
      )
    : TE.right(normalizeHosts(chosen));
};

/** Stores these hosts for the secret in its environment, and so in the file of the environment. */
const replaceSecretHosts = (
  environment: Environment,
  name: string,
  chosen: readonly string[],
): Environment => ({
  ...environment,
  secrets: environment.secrets.map(({ hosts: before, ...pair }) => {
    if (pair.name !== name) return before === undefined ? pair : { ...pair, hosts: before };
    return chosen.length === 0 ? pair : { ...pair, hosts: chosen };
  }),
});

/**
 * Stores the hosts to which a person allows a secret to be sent. For people only, because an agent that could choose hosts could send
 * itself every secret.
 */
export const secretHostsChoose = operation({
  name: 'secret_hosts_choose',
  title: 'Choose the hosts of a secret',
  description: 'Lets a secret be sent to these hosts only, or to any.',
  audience: 'person',
  arguments: ChooseSecretHostsArguments,
  result: SecretHostList,
  effects: { ...replaceEffects, destructive: false },
  useCase: 'secretHosts.choose',
  run: ({ ports }) =>
    runAtomically(
      ports,
      (transaction: Transaction) =>
        ({
          workspaceId,
          environment: ref,
          name,
          hosts: wanted,
        }: ChooseSecretHostsArguments): AppResult<SecretHostList> =>
          pipe(
            TE.Do,
            TE.apS('within', loadEnvironmentTransaction(transaction, workspaceId)),
            TE.apS('chosen', validateHosts(wanted)),
            TE.bind('found', ({ within }) => findIn(within, ref)),
            TE.tap(({ found }) =>
              found.secrets.some((one) => one.name === name)
                ? TE.right(undefined)
                : TE.left(
                    createInvalidInput('name', `is not a secret of the environment ${found.name}`, {
                      expected: 'the name of a secret of the environment',
                      got: name,
                    }),
                  ),
            ),
            TE.tap(({ within, found, chosen }) =>
              storeChangedEnvironment(transaction, within, found, replaceSecretHosts(found, name, chosen)),
            ),
            TE.tap(({ within, found, chosen }) =>
              transaction.store.secretBindings.choose(within.workspace.id, {
                environmentId: found.id,
                name,
                hosts: chosen,
              }),
            ),
            TE.flatMap(({ within }) =>
              loadSecretHosts({ ...ports, store: transaction.store }, within.workspace),
            ),
          ),
    ),
});
