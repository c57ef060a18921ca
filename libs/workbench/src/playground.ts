import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Application, CreateRest } from '@tandem/application';
import type { AppError, Workspace } from '@tandem/core';
import { describe } from '@tandem/core';
import { E, type TE } from '@tandem/core/fp';
import { getDataFilePaths } from '@tandem/node';

const echoTests = `export function onTest(req, res) {
  test('answers 200', () => expect(res.status).toBe(200));
  test('echoes the JSON it was sent', () => {
    expect(res.json().json).toEqual({ hello: 'Tandem', tags: ['a', 'b'] });
  });
}
`;

const mock = `export function onRequest(req) {
  return ServiceResponse.json({ mocked: true }, { status: 203, headers: { 'x-mock': 'yes' } });
}

export function onTest(req, res) {
  test('is answered by the script, not by the network', () => {
    expect(res.status).toBe(203);
    expect(res.json().mocked).toBe(true);
  });
}
`;

const getTests = `export function onTest(req, res) {
  test('answers 200', () => expect(res.status).toBe(200));
  test('shows the query parameter', () => expect(res.json().args.name).toBe('Tandem'));
}
`;

/** The example requests for the first start, which work without a network. */
export const playgroundRequests: readonly CreateRest[] = [
  {
    name: 'See what is sent',
    url: '{{echo_base_url}}/hello',
    queryParams: [{ name: 'name', value: 'Tandem', enabled: true }],
    headers: [{ name: 'x-from', value: 'playground', enabled: true }],
    script: getTests,
  },
  {
    name: 'Post JSON and test it',
    method: 'POST',
    url: '{{echo_base_url}}/items',
    body: { type: 'json', content: '{ "hello": "Tandem", "tags": ["a", "b"] }' },
    script: echoTests,
  },
  { name: 'Answer with a mock', url: '{{echo_base_url}}/not-there-yet', script: mock },
];

const unwrapResult = async <A>(work: TE.TaskEither<AppError, A>): Promise<A> => {
  const outcome = await work();
  if (E.isLeft(outcome)) throw new Error(describe(outcome.left));
  return outcome.right;
};

/** Creates the workspace `Playground` in the data folder if there is no workspace. */
export const ensurePlayground = async (
  application: Application,
  dataFolder: string,
): Promise<Workspace | undefined> => {
  const { workspaces } = await unwrapResult(application.workspaces.list({ take: 1 }));
  if (workspaces.length > 0) return undefined;
  const path = join(getDataFilePaths(dataFolder).workspaces, 'playground');
  await mkdir(path, { recursive: true });
  const { workspace } = await unwrapResult(application.workspaces.open({ path, name: 'Playground' }));
  for (const request of playgroundRequests)
    await unwrapResult(application.rest.create({ ...request, workspaceId: workspace.id }));
  return workspace;
};
