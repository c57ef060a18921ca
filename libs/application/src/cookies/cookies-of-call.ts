import {
  type AppResult,
  type Environment,
  EnvironmentId,
  type JarCookie,
  type Ports,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

/** The cookies of an environment, or without an id, those of requests without an environment. */
interface Jar {
  readonly environmentId: EnvironmentId | null;
  readonly cookies: readonly JarCookie[];
}

const loadJar = ({ store }: Ports, { id }: Workspace, environmentId: EnvironmentId | null): AppResult<Jar> =>
  pipe(
    store.cookies.list(id, environmentId),
    TE.map((cookies) => ({ environmentId, cookies })),
  );

/**
 * The jar of the call's environment; undefined if the call refers to the environment by name, because finding that jar requires reading
 * the environments first. Otherwise the jar is read together with the environments, because each separate read asks the database whether
 * another process has written.
 */
export const loadEarlyJar = (
  ports: Ports,
  workspace: Workspace,
  wanted: string | null = workspace.activeEnvironmentId,
): AppResult<Jar | undefined> =>
  wanted === null || EnvironmentId.is(wanted) ? loadJar(ports, workspace, wanted) : TE.right(undefined);

/** The cookies that a request uses in `environment`. Its jar may have been read early. */
export const loadCookies = (
  ports: Ports,
  workspace: Workspace,
  environment: Environment | null,
  early: Jar | undefined,
): AppResult<readonly JarCookie[]> => {
  const id = environment?.id ?? null;
  return pipe(
    early?.environmentId === id ? TE.right(early) : loadJar(ports, workspace, id),
    TE.map(({ cookies }) => cookies),
  );
};
