import type { Diagnostic, Environment, ProvidedSecretDecision, Pair, Ports, Workspace } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { loadEnvironments } from '../environments/load-environments.js';
import type { Candidate } from './secrets.js';
import { createShortSecretNotes } from './short-secrets.js';

type SecretSources = Pick<Ports, 'secretProvider' | 'givenSecrets'>;

/** The enabled secrets without any other value, which a person's command could provide. */
const findMissingSecrets = ({ givenSecrets }: SecretSources, secrets: readonly Pair[]): readonly string[] => {
  const names = secrets
    .filter(({ name, value, enabled }) => enabled && value === '' && !givenSecrets.valueOf(name))
    .map(({ name }) => name);
  return [...new Set(names)];
};

/** The secrets that the command could provide, with a person's decision about each. */
export const findProvidedCandidates = async (
  ports: SecretSources,
  decisions: readonly ProvidedSecretDecision[],
  environments: readonly Pick<Environment, 'secrets'>[],
): Promise<readonly Candidate[]> => {
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

const createUnconfirmedNote = ({ name, decision }: Candidate): Diagnostic =>
  note(
    'SECRET_NOT_CONFIRMED',
    `The secret ${name} has no value: the secret command ${decision === 'refused' ? 'was refused' : 'is not confirmed'} ` +
      'for it in this workspace. Allow it under Environments in the window.',
  );

interface ProvidedSecrets {
  readonly values: ReadonlyMap<string, string>;
  readonly notes: readonly Diagnostic[];
}

const provide = async (ports: SecretSources, candidates: readonly Candidate[]): Promise<ProvidedSecrets> => {
  const values = new Map<string, string>();
  const notes: Diagnostic[] = [];
  const read = async (one: Candidate): Promise<void> => {
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

/** Like {@link loadEnvironments}, with the values that a person's command provides now. They are not stored. */
export const loadWithProvided = (
  ports: Ports,
  workspace: Workspace,
  wanted?: string | null,
): ReturnType<typeof loadEnvironments> =>
  pipe(
    loadEnvironments(ports, workspace, wanted),
    TE.flatMap((surroundings): ReturnType<typeof loadEnvironments> => {
      const { environment } = surroundings;
      if (environment === null) return TE.right(surroundings);
      if (findMissingSecrets(ports, environment.secrets).length === 0) return TE.right(surroundings);
      return pipe(
        ports.store.givenSecrets.list(workspace.id),
        TE.flatMapTask((decisions) => async () => {
          const candidates = await findProvidedCandidates(ports, decisions, [environment]);
          const { values, notes } = await provide(ports, candidates);
          const provided = [...values].map(([name, value]) => ({ name, value }));
          const short = createShortSecretNotes(provided.map((one) => ({ ...one, enabled: true })));
          return {
            ...surroundings,
            environment: fillProvidedValues(environment, values),
            secrets: [...surroundings.secrets, ...provided],
            notes: [...surroundings.notes, ...notes, ...short],
          };
        }),
      );
    }),
  );
