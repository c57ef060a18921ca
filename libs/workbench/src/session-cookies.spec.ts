import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type CookieList, createQuietContext } from '@tandem/application';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult } from './testing/on-disk.js';
import { openWorkbench, type Workbench } from './workbench.js';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tandem-session-cookies-'));
});
afterAll(() => rm(root, { recursive: true }));

/** Opens the application, runs `work`, and closes the application. */
const run = async <A>(work: (application: Workbench['application']) => Promise<A>): Promise<A> => {
  const workbench = await openWorkbench({ dataFolder: join(root, 'data'), version: '1.2.3' });
  try {
    return await work(workbench.application);
  } finally {
    await workbench.close();
  }
};

const cookie = { value: '1', domain: 'a.example' };
const expires = '2999-01-01T00:00:00.000Z';
const connections = { ca: [], clientCertificates: [], sessionCookies: 'restart' } as const;

/** A workspace with a session cookie and a persistent cookie in the active environment, in another one and without an environment. */
const workspaceWithCookies = async (
  { workspaces, environments, cookies }: Workbench['application'],
  name: string,
) => {
  const path = join(root, name);
  await mkdir(path);
  const { workspace } = await unwrapResult(workspaces.open({ path }));
  await unwrapResult(environments.create({ name: 'Other' }));
  for (const place of [{}, { environment: 'Other' }, { environment: null }]) {
    await unwrapResult(cookies.set({ ...cookie, ...place, name: 'session' }, createQuietContext()));
    await unwrapResult(cookies.set({ ...cookie, ...place, name: 'lasting', expires }, createQuietContext()));
  }
  return { workspaceId: workspace.id, path };
};

/** Lists the names of the cookies in each jar. */
const listNames = ({ cookies }: Workbench['application'], workspaceId: string) =>
  Promise.all(
    [{}, { environment: 'Other' }, { environment: null }].map(async (place) => {
      const list = await unwrapResult<CookieList>(
        cookies.list({ workspaceId, ...place }, createQuietContext()),
      );
      return list.cookies.map(({ name }) => name).join();
    }),
  );

const all = ['session,lasting', 'session,lasting', 'session,lasting'];
const persistentCookies = ['lasting', 'lasting', 'lasting'];

describe('session cookies', { tags: 'cookies:session' }, () => {
  it('end in each environment when the application starts, if the workspace is set to end them', async () => {
    const [kept, ending, removed] = await run(async (application) => {
      const found = [];
      for (const name of ['kept', 'ending', 'removed'])
        found.push(await workspaceWithCookies(application, name));
      for (const { workspaceId } of found.slice(1))
        await unwrapResult(application.folders.update({ workspaceId, id: '', connections }));
      await unwrapResult(application.workspaces.remove({ id: found[2]!.workspaceId }));
      expect(await listNames(application, found[1]!.workspaceId)).toEqual(all);
      return found;
    });
    await run(async (application) => {
      expect(await listNames(application, kept!.workspaceId)).toEqual(all);
      expect(await listNames(application, ending!.workspaceId)).toEqual(persistentCookies);
      const { workspace } = await unwrapResult(application.workspaces.open({ path: removed!.path }));
      expect(await listNames(application, workspace.id)).toEqual(persistentCookies);
    });
  });

  it('stay if the workspace is set to keep them again', async () => {
    const { workspaceId } = await run(async (application) => {
      const found = await workspaceWithCookies(application, 'again');
      await unwrapResult(application.folders.update({ workspaceId: found.workspaceId, id: '', connections }));
      const sessionCookies = 'keep';
      await unwrapResult(
        application.folders.update({
          workspaceId: found.workspaceId,
          id: '',
          connections: { ...connections, sessionCookies },
        }),
      );
      return found;
    });
    expect(await run((application) => listNames(application, workspaceId))).toEqual(all);
  });
});
