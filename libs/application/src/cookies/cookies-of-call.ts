import {
  type AppResult,
  type Environment,
  EnvironmentId,
  type JarCookie,
  type Ports,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

/** The jar of an environment, or the jar of requests without an environment if the id is missing. */
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
 * Loads the jar for the call's environment, together with the environments: each separate read asks the database whether another process
 * has written. Undefined if the call names its environment, because the environments must then be read first to find the jar.
 */
export const loadEarlyJar = (
  ports: Ports,
  workspace: Workspace,
  wanted: string | null = workspace.activeEnvironmentId,
): AppResult<Jar | undefined> =>
  wanted === null || EnvironmentId.is(wanted) ? loadJar(ports, workspace, wanted) : TE.right(undefined);

/** The cookies that a request sends in `environment`. `early` may contain the jar already. */
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
