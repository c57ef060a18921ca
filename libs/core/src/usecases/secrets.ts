import type { Environment } from '../domain/environment.js';
import type { AppError } from '../domain/errors.js';
import type { Pair } from '../domain/pair.js';
import { pipe, TE } from '../fp.js';
import type { Ports } from '../ports/ports.js';
import type { Secret } from '../secrets/redactor.js';

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

/**
 * The secrets of every workspace, those that folders took out too: a value of one workspace can come to another, and must not be
 * shown or written there either.
 */
export const knownSecrets = (ports: Ports): TE.TaskEither<AppError, readonly Secret[]> =>
  pipe(
    ports.store.environments.allSecrets(),
    TE.map((all) => shown(givenValues(ports)(all))),
  );
