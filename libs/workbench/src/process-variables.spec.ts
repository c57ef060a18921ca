import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createQuietContext } from '@tandem/application';
import type { RestRequestId, SynchronizationReport } from '@tandem/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openFiles } from './files/open-files.js';
import { unwrapResult, openOnDisk } from './testing/on-disk.js';

const value = 'of-the-process-alone';
const variables = { API_KEY: value, OTHER_KEY: 'never-filled-in', TANDEM_SECRET_KEY: 'a-given-secret' };
const namedVariables = { ...variables, TANDEM_ENV_ALLOW: 'API_KEY,TANDEM_SECRET_KEY' };

const accept = { name: 'Accept', value: 'application/json', enabled: true };

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

const writeWorkspace = async (url: string, key: string): Promise<void> => {
  await mkdir(join(folder, 'environments'), { recursive: true });
  await writeFile(join(folder, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: API\n');
  const variable = `  - name: key\n    value: "{{process.env.API_KEY}}"\n`;
  await writeFile(join(folder, 'environments/Place.yml'), `name: Place\nvariables:\n${variable}`);
  const header = `  headers:\n    - name: X-Key\n      value: "${key}"\n`;
  const http = `http:\n  method: GET\n  url: "${url}"\n${header}`;
  await writeFile(join(folder, 'get.yml'), `info:\n  name: Get\n  type: http\n${http}`);
};

type OpenedApplication = Awaited<ReturnType<typeof openFiles>>['application'];

/** Executes the folder's only request in a program that only reads files. */
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
    unwrapResult(application.rest.execute({ id }, { ...createQuietContext(), redactsSecrets: true })),
  );

describe('{{process.env.NAME}}', { tags: 'foreign:bruno:process' }, () => {
  it('is substituted from files if the process allows that, also in an environment, and is always redacted', async () => {
    await writeWorkspace(`${base()}/{{process.env.API_KEY}}`, '{{key}}');
    const result = await executeWithEnv(namedVariables);
    expect(arrivedRequests).toEqual([`/${value} ${value}`]);
    expect(result.error).toBeNull();
    expect(JSON.stringify(result)).not.toContain(value);
  });

  it('is not substituted in copied text, like a secret', async () => {
    await writeWorkspace(`${base()}/`, '{{key}} {{process.env.API_KEY}}');
    const { command } = await openWithRequest(namedVariables, (application, id) =>
      unwrapResult(application.requests.asCurl({ id })),
    );
    expect(command).toContain('X-Key: {{process.env.API_KEY}} {{process.env.API_KEY}}');
    expect(command).not.toContain(value);
  });

  it('has no value if it is not allowed or belongs to a secret', async () => {
    await writeWorkspace(
      `${base()}/`,
      '{{process.env.API_KEY}} {{process.env.OTHER_KEY}} {{process.env.TANDEM_SECRET_KEY}}',
    );
    const { diagnostics } = await executeWithEnv(variables);
    expect(diagnostics.map(({ code }) => code)).toEqual(Array(3).fill('UNRESOLVED_VARIABLE'));
    expect(diagnostics[0]?.message).toContain('TANDEM_ENV_ALLOW=API_KEY');
    await executeWithEnv(namedVariables);
    expect(arrivedRequests[1]).toBe(`/ ${value} {{process.env.OTHER_KEY}} {{process.env.TANDEM_SECRET_KEY}}`);
  });

  it("is substituted only after a person's approval in the workbench, and the error says so", async () => {
    const on = await openOnDisk((request, response) => response.end(request.url), namedVariables);
    try {
      const { id } = await on.create({ url: `${on.url}/{{process.env.API_KEY}}` });
      const { error } = await on.execute(id);
      expect(error?.code).toBe('UNRESOLVED_VARIABLE');
      expect(error?.message).toContain('in the window a person allows it once');
      const header = { name: 'X-Key', value: '{{process.env.API_KEY}}', enabled: true };
      const { id: other } = await on.create({ url: on.url, headers: [header] });
      const { diagnostics } = await on.execute(other);
      expect(diagnostics).toMatchObject([{ code: 'UNRESOLVED_VARIABLE', where: 'headers.X-Key' }]);

      const name = 'process.env.API_KEY';
      const listed = await unwrapResult(on.application.givenSecrets.list({}));
      expect(listed).toEqual({ secrets: [{ name, decision: 'waiting', fixed: false }] });
      await unwrapResult(on.application.givenSecrets.decide({ name, allow: true }));
      expect((await on.execute(id)).response?.textBody).toBe(`/${value}`);
      await unwrapResult(on.application.givenSecrets.decide({ name, allow: false }));
      expect((await on.execute(id)).error?.code).toBe('UNRESOLVED_VARIABLE');
    } finally {
      await on.close();
    }
  });
});

describe('.env', { tags: 'foreign:bruno:env-file' }, () => {
  const hidden = { ...createQuietContext(), redactsSecrets: true };
  const openWithServer = (env = {}) => openOnDisk((request, response) => response.end(request.url), env);

  it('provides variables, whose values are redacted for agents even after the file was changed', async () => {
    const on = await openWithServer();
    try {
      await writeFile(
        join(on.folder, '.env'),
        'API_KEY="zebra value" # comment\nBASE_URL=http://127.0.0.1\n',
      );
      const { id } = await on.create({ url: `${on.url}/{{process.env.API_KEY}}?{{process.env.BASE_URL}}` });
      const seen = await unwrapResult(on.application.rest.execute({ id }, hidden));
      expect(seen.request.url).toBe(`${on.url}/‹secret:API_KEY›?http://127.0.0.1`);
      expect(JSON.stringify(seen)).not.toContain('zebra');
      await writeFile(join(on.folder, '.env'), 'API_KEY=second-value\nBASE_URL=x\n');
      const next = await unwrapResult(on.application.rest.execute({ id }, createQuietContext()));
      expect(next.response?.textBody).toContain('/second-value');
      await rm(join(on.folder, '.env'));
      expect((await on.execute(id)).error?.code).toBe('UNRESOLVED_VARIABLE');
    } finally {
      await on.close();
    }
  });

  it('next to opencollection.yml takes precedence over the file of the workspace and over the process', async () => {
    await writeWorkspace(`${base()}/`, '{{key}}');
    await mkdir(join(folder, 'tandem'));
    await writeFile(join(folder, 'tandem/.env'), 'API_KEY=of-the-data-folder\n');
    await writeFile(join(folder, '.env'), 'API_KEY=of-the-workspace\nOTHER=else\n');
    await executeWithEnv(namedVariables);
    expect(arrivedRequests).toEqual(['/ of-the-data-folder']);
  });

  it('with a syntax error is reported once for all values that are missing', async () => {
    await writeWorkspace(`${base()}/{{process.env.OTHER}}/{{process.env.API_KEY}}`, '{{key}}');
    await writeFile(join(folder, '.env'), 'API_KEY="never ends\n');
    const { error } = await executeWithEnv({});
    expect(error?.message).toBe(
      '{{process.env.OTHER}}, {{process.env.API_KEY}} have no value, and nothing was sent. Line 1 of .env has a quote " that does not end. Correct that and send again.',
    );
  });

  it('with a syntax error is reported by line, and requests that need its values are not sent', async () => {
    await writeWorkspace(`${base()}/`, '{{key}}');
    await writeFile(join(folder, '.env'), '# a\nOTHER=1\nAPI_KEY="never ends\nnonsense\n');
    const { error } = await executeWithEnv({});
    expect(error?.code).toBe('ENV_FILE_INVALID');
    expect(error?.message).toContain(
      'Line 3 of .env has a quote " that does not end. Line 4 of .env is not NAME=value.',
    );
    await writeWorkspace(`${base()}/`, 'no variable');
    await executeWithEnv({});
    expect(arrivedRequests).toEqual(['/ no variable']);
  });

  it('is not read if it is a link or too long', async () => {
    await writeWorkspace(`${base()}/`, '{{key}}');
    await writeFile(join(folder, 'other'), 'API_KEY=a\n');
    await symlink(join(folder, 'other'), join(folder, '.env'));
    expect((await executeWithEnv({})).error?.message).toContain('.env is no regular file');
    await rm(join(folder, '.env'));
    await writeFile(join(folder, '.env'), 'API_KEY=a-long-value\n');
    const { error } = await executeWithEnv({ TANDEM_ENV_FILE_BYTES: '10' });
    expect(error?.message).toContain('the limit TANDEM_ENV_FILE_BYTES');
    expect(arrivedRequests).toEqual([]);
  });

  it('provides values for secrets without a value, by environment first', async () => {
    await writeWorkspace(`${base()}/`, '{{token}} {{other}}');
    const secrets = ['token', 'other'].map((name) => `  - name: ${name}\n    secret: true\n`).join('');
    await writeFile(join(folder, 'environments/Place.yml'), `name: Place\nvariables:\n${secrets}`);
    const lines = ['TOKEN=for-all', 'PLACE__TOKEN=for-place', 'OTHER=for-others', 'AWAY__OTHER=for-away'];
    await writeFile(join(folder, '.env'), lines.map((line) => `TANDEM_SECRET_${line}\n`).join(''));
    const result = await executeWithEnv({});
    expect(arrivedRequests).toEqual(['/ for-place for-others']);
    expect(JSON.stringify(result)).not.toContain('for-place');
    await executeWithEnv({ TANDEM_SECRET_TOKEN: 'given-at-the-start' });
    expect(arrivedRequests[1]).toBe('/ given-at-the-start for-others');
  });

  it('is sent only to the hosts of a secret of the same name, and is not written to files', async () => {
    const on = await openWithServer();
    try {
      await writeFile(join(on.folder, '.env'), 'API_KEY=bound-value-of-this-machine\n');
      await unwrapResult(
        on.application.environments.update({
          id: 'Default',
          secrets: { API_KEY: '{{process.env.API_KEY}}' },
        }),
      );
      const bound = { environment: 'Default', name: 'API_KEY', hosts: ['api.example.com'] };
      await unwrapResult(on.application.secretHosts.choose(bound));
      for (const name of ['process.env.API_KEY', 'API_KEY']) {
        const { id } = await on.create({ name, url: `${on.url}/{{${name}}}` });
        expect((await on.execute(id)).error?.code).toBe('SECRET_HOST_REFUSED');
      }
      await on.create({ name: 'Typed', url: `${on.url}/bound-value-of-this-machine` });
      const { withheld } = await unwrapResult(on.application.synchronization.synchronize({}));
      expect(withheld).toMatchObject([{ path: 'typed.yml', secret: 'API_KEY' }]);
    } finally {
      await on.close();
    }
  });

  it('of one workspace neither causes words to be redacted in another workspace nor delays the files of that workspace', async () => {
    const on = await openOnDisk((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
    try {
      const { id } = await on.create({ name: 'Own', url: on.url, headers: [accept] });
      await writeFile(join(folder, '.env'), 'WORDS=application/json\n');
      const { workspace: other } = await unwrapResult(on.application.workspaces.open({ path: folder }));
      await unwrapResult(on.application.environments.list({ workspaceId: other.id }));
      const hiddenIn = async (workspace: string) =>
        (await unwrapResult(on.application.hiddenSecrets(undefined, { workspace }))).map(({ name }) => name);
      expect(await hiddenIn(other.id)).toContain('WORDS');
      expect(await hiddenIn(on.workspace.id)).not.toContain('WORDS');
      const input = { id, workspaceId: on.workspace.id };
      const result = await unwrapResult(
        on.application.rest.execute(input, { ...createQuietContext(), redactsSecrets: true }),
      );
      expect(result.response?.headers['content-type']).toBe('application/json');
      const { withheld } = await unwrapResult<SynchronizationReport>(
        on.application.synchronization.synchronize({ workspaceId: on.workspace.id }),
      );
      expect(withheld).toEqual([]);
    } finally {
      await on.close();
    }
  });

  it('is listed for a person by names and files, without values', async () => {
    const on = await openWithServer();
    try {
      await writeFile(join(on.folder, '.env'), 'API_KEY=a-value\nwrong line\n');
      const listed = await unwrapResult(on.application.givenSecrets.list({}));
      expect(listed.envFile).toEqual({
        variables: [{ name: 'API_KEY', file: '.env' }],
        problems: ['Line 2 of .env is not NAME=value.'],
      });
    } finally {
      await on.close();
    }
  });
});
