import {
  type AppResult,
  createInvalidInput,
  emptyEnvFile,
  type Diagnostic,
  type EnvFileContent,
  type Environment,
  type Pair,
  type Ports,
  type ProvidedSecretDecision,
  ProvidedSecretList,
  type Workspace,
  workspaceRef,
} from '@tandem/core';
import { nameText, struct, t, withDescription } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { loadEnvironments } from '../environments/load-environments.js';
import { operation, readEffects, replaceEffects } from '../operation.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { addFileSecrets, getDecisionName, listUndecidedVariables } from './process-variables.js';
import {
  type SecretWithoutValue,
  createShortSecretNotes,
  listCandidates,
  type SecretSources,
} from './secrets.js';

/** The names of the enabled secrets without a value from elsewhere, which a person's command may provide. */
const findMissingSecrets = (
  { providedSecrets }: SecretSources,
  secrets: readonly Pair[],
): readonly string[] => {
  const names = secrets
    .filter(({ name, value, enabled }) => enabled && value === '' && !providedSecrets.valueOf(name))
    .map(({ name }) => name);
  return [...new Set(names)];
};

/** The secrets for which the command may have a value, with a person's decision about each. */
const findProvidedCandidates = async (
  ports: SecretSources,
  decisions: readonly ProvidedSecretDecision[],
  environments: readonly Pick<Environment, 'secrets'>[],
): Promise<readonly SecretWithoutValue[]> => {
  if (!(await ports.secretProvider.isOn())) return [];
  return environments
    .flatMap(({ secrets }) => findMissingSecrets(ports, secrets))
    .filter((name, at, all) => all.indexOf(name) === at)
    .map((name) => {
      const decided = decisions.find((one) => one.name === name);
      const decision = decided === undefined ? 'waiting' : decided.allowed ? 'allowed' : 'refused';
      return { name, decision, fixed: false };
    });
};

const note = (code: string, message: string): Diagnostic => ({ code, message, where: 'environment' });

const createUnconfirmedNote = ({ name, decision }: SecretWithoutValue): Diagnostic =>
  note(
    'SECRET_NOT_CONFIRMED',
    `The secret ${name} has no value: the secret command ${decision === 'refused' ? 'was refused' : 'is not confirmed'} ` +
      'for it in this workspace. Allow it under Environments in the window.',
  );

interface ProvidedSecrets {
  readonly values: ReadonlyMap<string, string>;
  readonly notes: readonly Diagnostic[];
}

const provide = async (
  ports: SecretSources,
  candidates: readonly SecretWithoutValue[],
): Promise<ProvidedSecrets> => {
  const values = new Map<string, string>();
  const notes: Diagnostic[] = [];
  const read = async (one: SecretWithoutValue): Promise<void> => {
    if (one.decision !== 'allowed') {
      notes.push(createUnconfirmedNote(one));
      return;
    }
    const answer = await ports.secretProvider.read(one.name);
    if ('value' in answer) values.set(one.name, answer.value);
    else
      notes.push(
        note(
          'SECRET_COMMAND_FAILED',
          `The secret ${one.name} has no value: the secret command ${answer.problem}.`,
        ),
      );
  };
  await Promise.all(candidates.map(read));
  return { values, notes };
};

const fillProvidedValues = (environment: Environment, values: ProvidedSecrets['values']): Environment => ({
  ...environment,
  secrets: environment.secrets.map((one) =>
    one.enabled && one.value === '' ? { ...one, value: values.get(one.name) ?? '' } : one,
  ),
});

/**
 * Loads environments like {@link loadEnvironments}, with the values that a person's command provides at this moment. The values are not
 * stored.
 */
export const loadWithProvided = (
  ports: Ports,
  workspace: Workspace,
  wanted?: string | null,
): ReturnType<typeof loadEnvironments> =>
  pipe(
    loadEnvironments(ports, workspace, wanted),
    TE.flatMap((loaded): ReturnType<typeof loadEnvironments> => {
      const { environment } = loaded;
      if (environment === null) return TE.right(loaded);
      if (findMissingSecrets(ports, environment.secrets).length === 0) return TE.right(loaded);
      return pipe(
        ports.store.givenSecrets.list(workspace.id),
        TE.flatMapTask((decisions) => async () => {
          const candidates = await findProvidedCandidates(ports, decisions, [environment]);
          const { values, notes } = await provide(ports, candidates);
          const provided = [...values].map(([name, value]) => ({ name, value }));
          const short = createShortSecretNotes(provided.map((one) => ({ ...one, enabled: true })));
          return {
            ...loaded,
            environment: fillProvidedValues(environment, values),
            secrets: [...loaded.secrets, ...provided],
            notes: [...loaded.notes, ...notes, ...short],
          };
        }),
      );
    }),
  );

export const ListGivenSecretsArguments = struct('given secrets arguments', {}, { workspaceId: workspaceRef });
export type ListGivenSecretsArguments = t.TypeOf<typeof ListGivenSecretsArguments>;

export const DecideGivenSecretArguments = struct(
  'given secret decision arguments',
  {
    name: withDescription(nameText(), 'Name of the secret'),
    allow: withDescription(t.boolean, 'Whether this workspace may use the value'),
  },
  { workspaceId: workspaceRef },
);
export type DecideGivenSecretArguments = t.TypeOf<typeof DecideGivenSecretArguments>;

const toDecision = (
  decisions: readonly ProvidedSecretDecision[],
  wanted: string,
): SecretWithoutValue['decision'] => {
  const decided = decisions.find(({ name }) => name === wanted);
  if (decided === undefined) return 'waiting';
  return decided.allowed ? 'allowed' : 'refused';
};

/** The variables of the process that this workspace may use once a person allows it. */
const listVariableCandidates = (
  ports: Ports,
  decisions: readonly ProvidedSecretDecision[],
  file: EnvFileContent,
): readonly SecretWithoutValue[] =>
  listUndecidedVariables(ports, file)
    .map(getDecisionName)
    .map((name) => ({ name, decision: toDecision(decisions, name), fixed: false }));

const toFileNames = ({ files, problems }: EnvFileContent): NonNullable<ProvidedSecretList['envFile']> => ({
  variables: Object.entries(files).map(([name, file]) => ({ name, file })),
  problems,
});

/** The values that a workspace may use if a person allows it, with the decision about each, and the names in its `.env` files. */
const loadCandidates = (ports: Ports, { id, path }: Workspace): AppResult<ProvidedSecretList> =>
  pipe(
    TE.Do,
    TE.apS('environments', ports.store.environments.list(id)),
    TE.apS('decisions', ports.store.givenSecrets.list(id)),
    TE.apS('file', TE.fromTask(ports.envFiles.read({ id, path }))),
    TE.flatMapTask(({ environments, decisions, file }) => async (): Promise<ProvidedSecretList> => {
      const sources = { ...ports, providedSecrets: addFileSecrets(ports.providedSecrets, file) };
      return {
        secrets: [
          ...listCandidates(sources, decisions)(environments),
          ...(await findProvidedCandidates(ports, decisions, environments)),
          ...listVariableCandidates(ports, decisions, file),
        ],
        ...(file === emptyEnvFile ? {} : { envFile: toFileNames(file) }),
      };
    }),
  );

/**
 * Lists the secrets of a workspace that could have a provided value and the variables of the process, with the decision about each, and the
 * names in its `.env` files. Never returns values.
 */
export const listGivenSecrets =
  (ports: Ports) =>
  ({ workspaceId }: ListGivenSecretsArguments): AppResult<ProvidedSecretList> =>
    pipe(
      resolveWorkspace(ports)(workspaceId),
      TE.flatMap((workspace) => loadCandidates(ports, workspace)),
    );

/** For people only, because a person decides which workspace gets values from the process environment. */
export const givenSecretsList = operation({
  name: 'given_secrets_list',
  title: 'Given secrets',
  description:
    "Lists the secrets of a workspace that only have a value in the process's environment, and whether each is allowed; never the values.",
  audience: 'person',
  arguments: ListGivenSecretsArguments,
  result: ProvidedSecretList,
  effects: readEffects,
  useCase: 'givenSecrets.list',
  run: ({ ports }) => listGivenSecrets(ports),
});

/** Stores a person's decision for a workspace and a name. The name must be one that the workspace uses. */
export const givenSecretsDecide = operation({
  name: 'given_secrets_decide',
  title: 'Allow or refuse a given secret',
  description:
    "Allows or refuses a workspace the use of the value that the process's environment has for one of its secrets.",
  audience: 'person',
  arguments: DecideGivenSecretArguments,
  result: ProvidedSecretList,
  effects: { ...replaceEffects, destructive: false },
  useCase: 'givenSecrets.decide',
  run:
    ({ ports }) =>
    ({ workspaceId, name, allow }: DecideGivenSecretArguments): AppResult<ProvidedSecretList> =>
      pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.tap((workspace) =>
          pipe(
            loadCandidates(ports, workspace),
            TE.flatMap(({ secrets }) =>
              secrets.some((one) => one.name === name)
                ? ports.store.givenSecrets.decide(workspace.id, { name, allowed: allow })
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
