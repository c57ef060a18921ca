import {
  type AppResult,
  type Environment,
  type ProvidedSecretDecision,
  type ProvidedSecrets,
  type Pair,
  type Ports,
  prepareRedactor,
  type Secret,
  type Store,
} from '@tandem/core';
import { pipe, type T, TE } from '@tandem/core/fp';

type SecretSources = Pick<Ports, 'givenSecrets' | 'secretProvider'>;

/** Whether a workspace may use a provided value, or a person still has to decide. */
export type Decision = 'waiting' | 'allowed' | 'refused';

const findDecision = (
  { isAllowed }: ProvidedSecrets,
  decisions: readonly ProvidedSecretDecision[],
  name: string,
): Decision => {
  if (isAllowed(name)) return 'allowed';
  const decided = decisions.find((one) => one.name === name);
  if (decided === undefined) return 'waiting';
  return decided.allowed ? 'allowed' : 'refused';
};

/** A secret without its own value, and the decision about its provided value. */
export interface Candidate {
  readonly name: string;
  readonly decision: Decision;
  readonly fixed: boolean;
}

/** The enabled secrets that could use a provided value, without duplicate names. */
export const listCandidates =
  ({ givenSecrets }: SecretSources, decisions: readonly ProvidedSecretDecision[]) =>
  (environments: readonly Pick<Environment, 'secrets'>[]): readonly Candidate[] => {
    const names = environments
      .flatMap(({ secrets }) => secrets)
      .filter(({ name, value, enabled }) => enabled && value === '' && !!givenSecrets.valueOf(name))
      .map(({ name }) => name);
    return [...new Set(names)].map((name) => ({
      name,
      decision: findDecision(givenSecrets, decisions, name),
      fixed: givenSecrets.isAllowed(name),
    }));
  };

/** Environments with provided values for secrets without a value, if allowed. */
export const fillGivenValues =
  ({ givenSecrets }: SecretSources, decisions: readonly ProvidedSecretDecision[]) =>
  (environments: readonly Environment[]): readonly Environment[] => {
    const given = (secret: Pair): Pair =>
      secret.value === '' && findDecision(givenSecrets, decisions, secret.name) === 'allowed'
        ? { ...secret, value: givenSecrets.valueOf(secret.name) ?? '' }
        : secret;
    return environments.map((one) => ({ ...one, secrets: one.secrets.map(given) }));
  };

const toSecrets = (secrets: readonly Pair[]): readonly Secret[] =>
  secrets.map(({ name, value }) => ({ name, value }));

/** All secrets of environments, including disabled ones. */
export const listSecrets = (environments: readonly Pick<Environment, 'secrets'>[]): readonly Secret[] =>
  environments.flatMap(({ secrets }) => toSecrets(secrets));

/** Maximum number of secrets that can be hidden without waiting. */
export const prepareSecretsToHide =
  (secrets: readonly Secret[]): T.Task<readonly Secret[]> =>
  async () => {
    await prepareRedactor(secrets);
    return secrets;
  };

/**
 * The secrets of every workspace, including removed ones, and every provided value: a value of one workspace can
 * reach another one and must not be shown or written there either.
 */
export const loadKnownSecrets = ({
  store,
  givenSecrets,
  secretProvider,
}: SecretSources & { readonly store: Pick<Store, 'environments'> }): AppResult<readonly Secret[]> =>
  pipe(
    store.environments.allSecrets(),
    TE.map((all) => [...toSecrets(all), ...givenSecrets.all, ...secretProvider.all()]),
    TE.flatMapTask(prepareSecretsToHide),
  );

/** What scripts may read of the process may be secret too. */
export const listProcessSecrets = ({
  processVariables,
}: Pick<Ports, 'processVariables'>): readonly Secret[] =>
  Object.entries(processVariables()).map(([name, value]) => ({ name, value }));
