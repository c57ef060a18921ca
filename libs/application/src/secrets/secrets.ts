import {
  type AppError,
  type AppResult,
  createRedactor,
  type Diagnostic,
  type Environment,
  findHiddenCookies,
  isReference,
  type JarCookie,
  type ListQuery,
  minHiddenLength,
  type Pair,
  type Ports,
  prepareRedactor,
  type ProvidedSecretDecision,
  type ProvidedSecrets,
  type Secret,
  type Store,
  type WorkspaceId,
} from '@tandem/core';
import { pipe, type T, TE } from '@tandem/core/fp';

import { resolveWorkspace } from '../workspaces/resolve-workspace.js';

const isShort = ({ value, enabled }: Pair): boolean => {
  const { length } = value.trim();
  return enabled && length > 0 && length < minHiddenLength;
};

/** Whether a secret with that name is not hidden. */
export const isShortSecret = (secrets: readonly Pair[], name: string): boolean =>
  secrets.some((one) => one.name === name && isShort(one));

/** Names the enabled secrets that are not hidden because values that short occur in any text by chance. */
export const createShortSecretNotes = (secrets: readonly Pair[]): readonly Diagnostic[] =>
  secrets.filter(isShort).map(({ name }) => ({
    code: 'SECRET_TOO_SHORT',
    message: `The secret ${name} has fewer than ${minHiddenLength} characters, so it is not hidden where it stands in requests, responses and logs. Give it a longer value, or make it a variable if it is no secret.`,
    where: `secret:${name}`,
  }));

/** The sources of secret values that are not stored. */
export type SecretSources = Pick<Ports, 'givenSecrets' | 'secretProvider'>;

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
export interface SecretWithoutValue {
  readonly name: string;
  readonly decision: Decision;
  readonly fixed: boolean;
}

/** The enabled secrets that could use a provided value, without duplicate names. */
export const listCandidates =
  ({ givenSecrets }: SecretSources, decisions: readonly ProvidedSecretDecision[]) =>
  (environments: readonly Pick<Environment, 'name' | 'secrets'>[]): readonly SecretWithoutValue[] => {
    const names = environments.flatMap(({ name: environment, secrets }) =>
      secrets
        .filter(
          ({ name, value, enabled }) => enabled && value === '' && !!givenSecrets.valueOf(name, environment),
        )
        .map(({ name }) => name),
    );
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
    const give = (secret: Pair, environment: string): Pair =>
      secret.value === '' && findDecision(givenSecrets, decisions, secret.name) === 'allowed'
        ? { ...secret, value: givenSecrets.valueOf(secret.name, environment) ?? '' }
        : secret;
    return environments.map((one) => ({
      ...one,
      secrets: one.secrets.map((secret) => give(secret, one.name)),
    }));
  };

const toSecrets = (secrets: readonly Pair[]): readonly Secret[] =>
  secrets.flatMap(({ name, value }) => (isReference(value) ? [] : [{ name, value }]));

/** All secrets of environments, including disabled ones. */
export const listSecrets = (environments: readonly Pick<Environment, 'secrets'>[]): readonly Secret[] =>
  environments.flatMap(({ secrets }) => toSecrets(secrets));

/** Maximum number of secrets that can be hidden without waiting. */
const prepareSecretsToHide =
  (secrets: readonly Secret[]): T.Task<readonly Secret[]> =>
  async () => {
    await prepareRedactor(secrets);
    return secrets;
  };

/**
 * The secrets of every workspace, including removed ones, and every provided value: a value of one workspace can
 * reach another one and must not be shown or written there either.
 * @param workspaceId if the secrets are hidden in one workspace only: the values of other `.env` files stay visible there
 */
export const loadKnownSecrets = (
  {
    store,
    givenSecrets,
    secretProvider,
    envFiles,
  }: SecretSources & Pick<Ports, 'envFiles'> & { readonly store: Pick<Store, 'environments'> },
  workspaceId?: WorkspaceId,
): AppResult<readonly Secret[]> =>
  pipe(
    store.environments.allSecrets(),
    TE.map((all) => [
      ...toSecrets(all),
      ...givenSecrets.all,
      ...secretProvider.all(),
      ...envFiles.all(workspaceId),
    ]),
    TE.flatMapTask(prepareSecretsToHide),
  );

/** The caller. Secret values are hidden from agents. */
export interface Caller {
  readonly hidesSecrets?: boolean;
}

/** Replaces a secret in a searched text, so that a search cannot match it. */
const secretPlaceholder = '\0';

/** Removes secrets from a text that a caller may search. Otherwise a secret in a URL could be guessed letter by letter. */
export const hideSecretsFromSearch = (
  ports: Ports,
  search = '',
  { hidesSecrets = false }: Caller,
  workspaceId: WorkspaceId,
): AppResult<Pick<ListQuery, 'shown'>> =>
  hidesSecrets && search !== ''
    ? pipe(
        loadKnownSecrets(ports, workspaceId),
        TE.map((secrets) => ({ shown: createRedactor(secrets, secretPlaceholder).text })),
      )
    : TE.right({});

/** Where something is shown: in a workspace by its reference, else in the active one, or anywhere, as in a log. */
export type DisplayScope =
  | {
      readonly workspace: string | undefined;
      /** Whether it contains only what people and agents saved. */
      readonly isSaved?: boolean;
    }
  | 'anywhere';

/** The workspace where something is shown; undefined for every workspace. */
const resolveDisplayScope = (
  ports: Ports,
  shownIn: DisplayScope,
): TE.TaskEither<never, WorkspaceId | undefined> =>
  shownIn === 'anywhere'
    ? TE.right(undefined)
    : pipe(
        resolveWorkspace(ports)(shownIn.workspace),
        TE.match(
          () => undefined,
          ({ id }) => id,
        ),
        TE.fromTask,
      );

/**
 * The secrets of every workspace, and the values of cookies that the caller `by` did not receive. A server or a `.env` file cannot cause
 * anything to be hidden in other workspaces, and a server cannot cause anything to be hidden in what people have saved.
 */
export const loadHiddenSecrets = (
  ports: Ports,
  by?: string,
  shownIn: DisplayScope = 'anywhere',
): AppResult<readonly Secret[]> =>
  pipe(
    TE.Do,
    TE.bind('workspaceId', () => resolveDisplayScope(ports, shownIn)),
    TE.bind('secrets', ({ workspaceId }) => loadKnownSecrets(ports, workspaceId)),
    TE.bind('cookies', ({ workspaceId }) =>
      shownIn !== 'anywhere' && shownIn.isSaved === true
        ? TE.right<AppError, readonly JarCookie[]>([])
        : ports.store.cookies.all(workspaceId),
    ),
    TE.map(({ secrets, cookies }) => [...secrets, ...findHiddenCookies(cookies, by)]),
    TE.flatMapTask(prepareSecretsToHide),
  );
