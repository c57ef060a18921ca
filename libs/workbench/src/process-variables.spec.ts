import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createQuietContext } from '@tandem/application';
import type { RestRequestId } from '@tandem/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openFiles } from './files/open-files.js';
import { unwrapResult, openOnDisk } from './testing/on-disk.js';

const value = 'of-the-process-alone';
const variables = { API_KEY: value, OTHER_KEY: 'never-filled-in', TANDEM_SECRET_KEY: 'a-given-secret' };
const namedVariables = { ...variables, TANDEM_SCRIPT_VARIABLES: 'API_KEY,TANDEM_SECRET_KEY' };

let folder = '';
let server: Server;
let arrivedRequests: (string | undefined)[] = [];
beforeEach(async () => {
  arrivedRequests = [];
  folder = await mkdtemp(join(tmpdir(), 'process-'));
  server = createServer((request, response) => {
    arrivedRequests.push(`${request.url} ${String(request.headers['x-key'])}`);
    response.end(request.headers['x-key']);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});
const base = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const put = async (url: string, key: string): Promise<void> => {
  await mkdir(join(folder, 'environments'), { recursive: true });
  await writeFile(join(folder, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: API\n');
  const variable = `  - name: key\n    value: "{{process.env.API_KEY}}"\n`;
  await writeFile(join(folder, 'environments/Place.yml'), `name: Place\nvariables:\n${variable}`);
  const header = `  headers:\n    - name: X-Key\n      value: "${key}"\n`;
  const http = `http:\n  method: GET\n  url: "${url}"\n${header}`;
  await writeFile(join(folder, 'get.yml'), `info:\n  name: Get\n  type: http\n${http}`);
};

type OpenedApplication = Awaited<ReturnType<typeof openFiles>>['application'];

/** The outcome of the folder's only request in a program that only reads files. */
const openWithRequest = async <A>(
  env: Readonly<Record<string, string>>,
  use: (application: OpenedApplication, id: RestRequestId) => Promise<A>,
): Promise<A> => {
  const { application, close } = await openFiles({ folder, version: '1', env });
  try {
    await unwrapResult(application.environments.activate({ id: 'Place' }));
    const { requests } = await unwrapResult(application.rest.list({ take: 10 }));
    const id = requests[0]?.id;
    if (id === undefined) throw new Error('there is no request');
    return await use(application, id);
  } finally {
    await close();
  }
};

const executeWithEnv = (env: Readonly<Record<string, string>>) =>
  openWithRequest(env, (application, id) =>
    unwrapResult(application.rest.execute({ id }, { ...createQuietContext(), hidesSecrets: true })),
  );

describe('{{process.env.NAME}}', { tags: 'foreign:bruno:process' }, () => {
  it('is filled in from files if the process allows it, also in an environment, and stays hidden', async () => {
    await put(`${base()}/{{process.env.API_KEY}}`, '{{key}}');
    const result = await executeWithEnv(namedVariables);
    expect(arrivedRequests).toEqual([`/${value} ${value}`]);
    expect(result.error).toBeNull();
    expect(JSON.stringify(result)).not.toContain(value);
  });

  it('keeps its name in copied text, like a secret', async () => {
    await put(`${base()}/`, '{{key}} {{process.env.API_KEY}}');
    const { command } = await openWithRequest(namedVariables, (application, id) =>
      unwrapResult(application.requests.asCurl({ id })),
    );
    expect(command).toContain('X-Key: {{process.env.API_KEY}} {{process.env.API_KEY}}');
    expect(command).not.toContain(value);
  });

  it('has no value if nothing allows it, or if it belongs to a secret', async () => {
    await put(
      `${base()}/`,
      '{{process.env.API_KEY}} {{process.env.OTHER_KEY}} {{process.env.TANDEM_SECRET_KEY}}',
    );
    const { diagnostics } = await executeWithEnv(variables);
    expect(diagnostics.map(({ code }) => code)).toEqual(Array(3).fill('UNRESOLVED_VARIABLE'));
    expect(diagnostics[0]?.message).toContain('TANDEM_SCRIPT_VARIABLES=API_KEY');
    await executeWithEnv(namedVariables);
    expect(arrivedRequests[1]).toBe(`/ ${value} {{process.env.OTHER_KEY}} {{process.env.TANDEM_SECRET_KEY}}`);
  });

  it('is never filled in where agents work, which the URL error explains', async () => {
    const on = await openOnDisk((request, response) => response.end(request.url), namedVariables);
    try {
      const { id } = await on.create({ url: `${on.url}/{{process.env.API_KEY}}` });
      const { error } = await on.execute(id);
      expect(error?.code).toBe('UNRESOLVED_VARIABLE');
      expect(error?.message).toContain('"tandem run" alone');
      const header = { name: 'X-Key', value: '{{process.env.API_KEY}}', enabled: true };
      const { id: other } = await on.create({ url: on.url, headers: [header] });
      const { diagnostics } = await on.execute(other);
      expect(diagnostics).toMatchObject([{ code: 'UNRESOLVED_VARIABLE', where: 'headers.X-Key' }]);
    } finally {
      await on.close();
    }
  });
});
