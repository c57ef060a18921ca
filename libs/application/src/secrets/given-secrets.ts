import {
  type AppResult,
  createInvalidInput,
  type Ports,
  type WorkspaceId,
  workspaceRef,
  ProvidedSecretList,
} from '@tandem/core';
import { withDescription, nameText, struct, t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { findProvidedCandidates } from './provided-secrets.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { type Candidate, listCandidates } from './secrets.js';
import { operation, replaces, reads } from '../operation.js';

export const ListGivenSecrets = struct('given secrets arguments', {}, { workspaceId: workspaceRef });
export type ListGivenSecrets = t.TypeOf<typeof ListGivenSecrets>;

export const DecideGivenSecret = struct(
  'given secret decision arguments',
  {
    name: withDescription(nameText(), 'Name of the secret'),
    allow: withDescription(t.boolean, 'Whether this workspace may use the value'),
  },
  { workspaceId: workspaceRef },
);
export type DecideGivenSecret = t.TypeOf<typeof DecideGivenSecret>;

const loadCandidates = (ports: Ports, id: WorkspaceId): AppResult<readonly Candidate[]> =>
  pipe(
    TE.Do,
    TE.apS('environments', ports.store.environments.list(id)),
    TE.apS('decisions', ports.store.givenSecrets.list(id)),
    TE.flatMapTask(({ environments, decisions }) => async () => [
      ...listCandidates(ports, decisions)(environments),
      ...(await findProvidedCandidates(ports, decisions, environments)),
    ]),
  );

/** The secrets of a workspace with a provided value, and the decisions about them. Never the values. */
export const listGivenSecrets =
  (ports: Ports) =>
  ({ workspaceId }: ListGivenSecrets): AppResult<ProvidedSecretList> =>
    pipe(
      resolveWorkspace(ports)(workspaceId),
      TE.flatMap(({ id }) => loadCandidates(ports, id)),
      TE.map((secrets) => ({ secrets })),
    );

/** A person decides which workspace receives values from the process environment, so these are for people only. */
export const givenSecretsList = operation({
  name: 'given_secrets_list',
  title: 'Given secrets',
  description:
    "Lists the secrets of a workspace that only have a value in the process's environment, and whether each is allowed; never the values.",
  audience: 'person',
  arguments: ListGivenSecrets,
  result: ProvidedSecretList,
  effects: reads,
  useCase: 'givenSecrets.list',
  run: ({ ports }) => listGivenSecrets(ports),
});

/** Stores a person's decision for a workspace and a name, which must be one of the requested secrets. */
export const givenSecretsDecide = operation({
  name: 'given_secrets_decide',
  title: 'Allow or refuse a given secret',
  description:
    "Allows or refuses a workspace the use of the value that the process's environment has for one of its secrets.",
  audience: 'person',
  arguments: DecideGivenSecret,
  result: ProvidedSecretList,
  effects: { ...replaces, destructive: false },
  useCase: 'givenSecrets.decide',
  run:
    ({ ports }) =>
    ({ workspaceId, name, allow }: DecideGivenSecret): AppResult<ProvidedSecretList> =>
      pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.tap(({ id }) =>
          pipe(
            loadCandidates(ports, id),
            TE.flatMap((all) =>
              all.some((one) => one.name === name)
                ? ports.store.givenSecrets.decide(id, { name, allowed: allow })
                : TE.left(
                    createInvalidInput(
                      'name',
                      "is not a secret of this workspace with a value in Tandem's environment",
                      {
                        expected: 'a name from given_secrets_list',
                        got: name,
                      },
                    ),
                  ),
            ),
          ),
        ),
        TE.flatMap(({ id }) => listGivenSecrets(ports)({ workspaceId: id })),
      ),
});
