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
  minRedactedLength,
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
  return enabled && length > 0 && length < minRedactedLength;
};

/** Whether a secret with that name has a value that is too short to be redacted. */
export const isShortSecret = (secrets: readonly Pair[], name: string): boolean =>
  secrets.some((one) => one.name === name && isShort(one));

/** Names the enabled secrets that are not redacted because short values occur in other texts by chance. */
export const createShortSecretNotes = (secrets: readonly Pair[]): readonly Diagnostic[] =>
  secrets.filter(isShort).map(({ name }) => ({
    code: 'SECRET_TOO_SHORT',
    message: `The secret ${name} has fewer than ${minRedactedLength} characters, so it is not hidden where it stands in requests, responses and logs. Give it a longer value, or make it a variable if it is no secret.`,
    where: `secret:${name}`,
  }));

/** The ports that provide values for secrets without a stored one. */
export type SecretSources = Pick<Ports, 'providedSecrets' | 'secretProvider'>;

/** Whether a workspace may use a provided value. `waiting` until a person decides. */
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

/** A secret without a value of its own, and the decision about the value provided for it. */
export interface SecretWithoutValue {
  readonly name: string;
  readonly decision: Decision;
  readonly fixed: boolean;
}

/** The enabled secrets for which a value could be provided, each name once. */
export const listCandidates =
  ({ providedSecrets }: SecretSources, decisions: readonly ProvidedSecretDecision[]) =>
  (environments: readonly Pick<Environment, 'name' | 'secrets'>[]): readonly SecretWithoutValue[] => {
    const names = environments.flatMap(({ name: environment, secrets }) =>
      secrets
        .filter(
          ({ name, value, enabled }) =>
            enabled && value === '' && !!providedSecrets.valueOf(name, environment),
        )
        .map(({ name }) => name),
    );
    return [...new Set(names)].map((name) => ({
      name,
      decision: findDecision(providedSecrets, decisions, name),
      fixed: providedSecrets.isAllowed(name),
    }));
  };

/** Fills in provided values for the secrets without a value, where they are allowed. */
export const fillGivenValues =
  ({ providedSecrets }: SecretSources, decisions: readonly ProvidedSecretDecision[]) =>
  (environments: readonly Environment[]): readonly Environment[] => {
    const give = (secret: Pair, environment: string): Pair =>
      secret.value === '' && findDecision(providedSecrets, decisions, secret.name) === 'allowed'
        ? { ...secret, value: providedSecrets.valueOf(secret.name, environment) ?? '' }
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

/** Prepares the search for these secrets, which can take time if there are many, without blocking other work. */
const prepareSecrets =
  (secrets: readonly Secret[]): T.Task<readonly Secret[]> =>
  async () => {
    await prepareRedactor(secrets);
    return secrets;
  };

/**
 * Loads the secrets of every workspace, including removed ones, and every provided value. The value of one workspace can get into another,
 * and must not be shown or written there either.
 * @param workspaceId the workspace in which something is redacted, so that the values of other `.env` files are not redacted there
 */
export const loadKnownSecrets = (
  {
    store,
    providedSecrets,
    secretProvider,
    envFiles,
  }: SecretSources & Pick<Ports, 'envFiles'> & { readonly store: Pick<Store, 'environments'> },
  workspaceId?: WorkspaceId,
): AppResult<readonly Secret[]> =>
  pipe(
    store.environments.allSecrets(),
    TE.map((all) => [
      ...toSecrets(all),
      ...providedSecrets.all,
      ...secretProvider.all(),
      ...envFiles.all(workspaceId),
    ]),
    TE.flatMapTask(prepareSecrets),
  );

/** The caller, for whom secret values may be redacted. */
export interface Caller {
  readonly redactsSecrets?: boolean;
}

/** Replaces a secret in a text that is searched, so that the search cannot match it. */
const secretPlaceholder = '\0';

/** Redacts secrets in the texts that a caller searches. Otherwise a caller could guess a secret in a URL letter by letter. */
export const redactSearchedTexts = (
  ports: Ports,
  search = '',
  { redactsSecrets = false }: Caller,
  workspaceId: WorkspaceId,
): AppResult<Pick<ListQuery, 'shown'>> =>
  redactsSecrets && search !== ''
    ? pipe(
        loadKnownSecrets(ports, workspaceId),
        TE.map((secrets) => ({ shown: createRedactor(secrets, secretPlaceholder).text })),
      )
    : TE.right({});

/**
 * The scope in which something is shown: the workspace with this reference, the active one if it is undefined, or anywhere, as in a log.
 */
export type DisplayScope =
  | {
      readonly workspace: string | undefined;
      /** Whether only things are shown that people and agents have saved. */
      readonly isSaved?: boolean;
    }
  | 'anywhere';

/** The workspace in which something is shown. Undefined means any workspace. */
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
 * Loads the values to redact: the secrets of every workspace, and the values of cookies that the caller `by` did not receive. A server or a
 * `.env` file must not cause redactions in other workspaces, nor a server in what people have saved.
 */
export const loadSecretsToRedact = (
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
    TE.flatMapTask(prepareSecrets),
  );
