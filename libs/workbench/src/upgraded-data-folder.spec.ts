import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type CookieList, createQuietContext } from '@tandem/application';
import type { ExecutionResult } from '@tandem/core';
import { restoreDataFolder } from '@tandem/persistence/testing';
import { expect, it } from 'vitest';

import { unwrapResult } from './testing/on-disk.js';
import { openWorkbench } from './workbench.js';

/** Reads the text of every file of a folder. */
const readTexts = async (folder: string): Promise<Readonly<Record<string, string>>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')] as const)),
  );
};

it(
  'a data folder of build c008bb21 is opened without changing a file of its workspaces, and its secrets can be used',
  { tags: 'inherit:auth:none' },
  async () => {
    const dataFolder = await realpath(await mkdtemp(join(tmpdir(), 'tandem-upgraded-')));
    const received: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      received.push(request.headers.authorization);
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { active } = await restoreDataFolder(dataFolder);
    const path = active?.path ?? '';
    const before = await readTexts(path);
    const notices: string[] = [];
    const workbench = await openWorkbench({
      dataFolder,
      version: '0.1.0',
      notice: (message) => notices.push(message),
    });
    try {
      const { id } = await workbench.openFolder(path);
      expect(id).toBe(active?.id);
      expect(notices).toEqual([]);
      const { synchronization, rest, executions, cookies } = workbench.application;
      const report = await unwrapResult(synchronization.synchronize({}));
      expect(report).toMatchObject({ conflicts: [] });
      expect(await readTexts(path)).toEqual(before);

      const { requests } = await unwrapResult(rest.list({ take: 10 }));
      const logIn = requests.find(({ name }) => name === 'Log in');
      if (logIn === undefined) throw new Error('the request is missing');
      const result = await unwrapResult<ExecutionResult>(
        rest.execute({ id: logIn.id, variables: { host } }, createQuietContext()),
      );
      expect(result.response?.status).toBe(200);
      expect(received).toEqual([`Basic ${Buffer.from('ann:another-secret-value').toString('base64')}`]);

      expect((await unwrapResult(executions.list({ take: 10 }))).executions).toHaveLength(6);
      const list = await unwrapResult<CookieList>(cookies.list({}, createQuietContext()));
      expect(list.cookies.map(({ name }) => name)).toContain('lasting');
    } finally {
      await workbench.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(dataFolder, { recursive: true });
    }
  },
);
