import type { Environment } from '../domain/environment.js';
import type { AppError } from '../domain/errors.js';
import type { WorkspaceId } from '../domain/ids.js';
import type { Pair } from '../domain/pair.js';
import type { Workspace } from '../domain/workspace.js';
import { pipe, RA, TE } from '../fp.js';
import type { Ports } from '../ports/ports.js';
import type { Secret } from '../secrets/redactor.js';
import { resolveWorkspace } from './resolve-workspace.js';

type Given = Pick<Ports, 'secretValue'>;

/** Secrets, where those without a value have the one that `ports` give, if any. */
const givenValues =
  ({ secretValue = () => undefined }: Given) =>
  (secrets: readonly Pair[]): readonly Pair[] =>
    secrets.map((secret) =>
      secret.value === '' ? { ...secret, value: secretValue(secret.name) ?? '' } : secret,
    );

/** Environments whose secrets without a value have the one that `ports` give, if any. */
export const withGivenValues =
  (ports: Given) =>
  (environments: readonly Environment[]): readonly Environment[] =>
    environments.map((one) => ({ ...one, secrets: givenValues(ports)(one.secrets) }));

const shown = (secrets: readonly Pair[]): readonly Secret[] =>
  secrets.map(({ name, value }) => ({ name, value }));

/** All secrets of environments, those that do not count included. */
export const secretsIn = (environments: readonly Pick<Environment, 'secrets'>[]): readonly Secret[] =>
  environments.flatMap(({ secrets }) => shown(secrets));

/** The secrets of one workspace, those that its folder took out too. */
export const secretsOf = (ports: Ports, id: WorkspaceId): TE.TaskEither<AppError, readonly Secret[]> =>
  pipe(
    TE.Do,
    TE.apS('environments', ports.store.environments.list(id)),
    TE.apS('retired', ports.store.folderMemories.retired(id)),
    TE.map(({ environments, retired }) => secretsIn([...withGivenValues(ports)(environments), ...retired])),
  );

const ofAll = (ports: Ports): TE.TaskEither<AppError, readonly Secret[]> =>
  pipe(
    ports.store.workspaces.all(),
    TE.flatMap(RA.traverse(TE.ApplicativeSeq)(({ id }: Workspace) => secretsOf(ports, id))),
    TE.map(RA.flatten),
  );

const ofActive = (ports: Ports): TE.TaskEither<AppError, readonly Secret[]> =>
  pipe(
    ports.store.environments.secretsOfActive(),
    TE.flatMap(TE.fromNullable<AppError>({ kind: 'no-active-workspace' })),
    TE.map((all) => shown(givenValues(ports)(all))),
  );

const ofNamed = (ports: Ports, ref: string): TE.TaskEither<AppError, readonly Secret[]> =>
  pipe(
    resolveWorkspace(ports)(ref),
    TE.flatMap(({ id }) => secretsOf(ports, id)),
  );

/**
 * What must not be shown of the workspace that `ref` names, or of the active one; of all workspaces when none is meant
 * or when it is not clear which.
 */
export const hiddenSecrets =
  (ports: Ports) =>
  (ref: string | undefined, oneWorkspace: boolean): TE.TaskEither<AppError, readonly Secret[]> => {
    if (!oneWorkspace) return ofAll(ports);
    const found = ref === undefined ? ofActive(ports) : ofNamed(ports, ref);
    return TE.orElse(() => ofAll(ports))(found);
  };
