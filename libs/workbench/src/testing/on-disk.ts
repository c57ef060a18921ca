import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  type Application,
  type CreateRest,
  type ExecuteRestArguments,
  createQuietContext,
} from '@tandem/application';
import { describe as describeError, type ExecutionResult, type RestRequest } from '@tandem/core';
import { E, type TE } from '@tandem/core/fp';

import { openWorkbench } from '../workbench.js';

/**
 * Returns the value of a call.
 * @throws Error with the message of the call's error
 */
export const unwrapResult = async <A>(
  call: TE.TaskEither<Parameters<typeof describeError>[0], A>,
): Promise<A> => {
  const outcome = await call();
  if (E.isRight(outcome)) return outcome.right;
  throw new Error(describeError(outcome.left), { cause: outcome.left });
};

/** Opens a workbench with a real database, script host, network and folder, and a test server. */
export const openOnDisk = async (listener: RequestListener, env: Readonly<Record<string, string>> = {}) => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'tandem-workbench-')));
  const folder = join(root, 'shop');
  await mkdir(folder);
  const server = createServer(listener);
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const workbench = await openWorkbench({ dataFolder: join(root, 'data'), version: '1.2.3', env });
  const { application } = workbench;
  const workspace = await workbench.openFolder(folder);

  const create = (fields: Partial<CreateRest>): Promise<RestRequest> =>
    unwrapResult(application.rest.create({ name: 'R', ...fields }));
  const execute = (
    id: RestRequest['id'],
    input: Omit<ExecuteRestArguments, 'id'> = {},
  ): Promise<ExecutionResult> =>
    unwrapResult<ExecutionResult>(application.rest.execute({ id, ...input }, createQuietContext()));
  return {
    application,
    workspace,
    /** The folder of the workspace. Other files may exist in its parent folder. */
    folder,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted: () => accepted,
    create,
    execute,
    close: async () => {
      await workbench.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(root, { recursive: true });
    },
  };
};
export type OnDisk = Awaited<ReturnType<typeof openOnDisk>>;

type UpdateEnvironment = Parameters<Application['environments']['update']>[0];

/** Changes the active environment of the workspace. */
export const updateActive = async (
  { application, workspace: { activeEnvironmentId: id } }: Pick<OnDisk, 'application' | 'workspace'>,
  fields: Omit<UpdateEnvironment, 'id' | 'workspaceId'>,
): Promise<void> => {
  if (id === null) throw new Error('No environment is active.');
  await unwrapResult(application.environments.update({ ...fields, id }));
};
