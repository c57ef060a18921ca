import { createHash } from 'node:crypto';
import { execFile, spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { findProgramFile } from '@tandem/node/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { okTestScript, type OpenedWorkspace, openWorkspace, requestFile } from './workspace.js';

const password = 'S3cret-of-the-collection';

let on: OpenedWorkspace;
beforeEach(async () => {
  on = await openWorkspace();
});
afterEach(() => on.close());

const resolvePath = (name: string): string => join(on.folder, name);

const collection = () => ({
  info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  auth: {
    type: 'basic',
    basic: [
      { key: 'username', value: 'ann' },
      { key: 'password', value: password },
    ],
  },
  variable: [{ key: 'base', value: on.url }],
  item: [
    {
      name: 'Users',
      item: [{ name: 'List', request: { method: 'GET', url: '{{base}}/users?page=2' } }],
    },
    { name: 'Ping', request: '{{base}}/ping', response: [{ name: 'Saved', code: 200, responseTime: 5 }] },
  ],
});

const writeDocument = async (name: string, value: unknown): Promise<string> => {
  await writeFile(resolvePath(name), typeof value === 'string' ? value : JSON.stringify(value));
  return resolvePath(name);
};

/** All files below a folder with the hashes of their contents. */
const hashFiles = async (folder: string): Promise<Readonly<Record<string, string>>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const hashed = files.map(async (file) => {
    const hash = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    return [file.slice(folder.length + 1), hash] as const;
  });
  return Object.fromEntries(await Promise.all(hashed));
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

describe('tandem import', () => {
  it(
    'creates a folder that can be run with secrets from the environment',
    { tags: 'cli:import' },
    async () => {
      const document = await writeDocument('shop.json', collection());
      const args = ['import', document, resolvePath('new/api'), '--no-secrets'];
      const { code, stdout, stderr } = await on.tandem(args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain('Made 2 requests with 1 example and 1 environment, in the new folder Shop.');
      expect(stdout).toContain('TANDEM_SECRET_');
      expect(stdout).toContain('--env Shop');
      const texts = await Promise.all(
        Object.keys(await hashFiles(resolvePath('new/api'))).map((file) =>
          readFile(join(resolvePath('new/api'), file), 'utf8'),
        ),
      );
      expect(`${stdout}${texts.join('')}`).not.toContain(password);
      expect((await on.tandem(['validate', resolvePath('new/api')])).code).toBe(0);
      const [secret = ''] = /TANDEM_SECRET_\w+/.exec(stdout) ?? [];
      let auth: string | undefined;
      on.state.answer = (request, response) => {
        auth = request.headers.authorization;
        response.end('{}');
      };
      const run = await on.tandem(['run', resolvePath('new/api'), '--env', 'Shop'], { [secret]: password });
      expect(run).toMatchObject({ code: 0, stderr: '' });
      expect(on.seen.sort()).toEqual(['/ping', '/users?page=2']);
      expect(auth).toBe(`Basic ${Buffer.from(`ann:${password}`).toString('base64')}`);
    },
  );

  it(
    'says why values are secrets, and imports a value that is not a secret as a variable',
    { tags: 'import:secrets:plain' },
    async () => {
      const document = await writeDocument('shop.json', collection());
      const planned = await on.tandem(['import', document, resolvePath('api'), '--dry-run']);
      expect(planned.stdout).toContain('secrets: password (stands where credentials do)');
      const wrong = await on.tandem(['import', document, resolvePath('api'), '--plain', 'pasword']);
      expect(`${wrong.code} ${wrong.stderr}`).toMatch(
        /^2 tandem: --plain pasword names no secret of the import; it has password\./,
      );
      const made = await on.tandem(['import', document, resolvePath('api'), '--plain', 'password']);
      expect(made).toMatchObject({ code: 0, stderr: '' });
      expect(made.stdout).toContain('variables: password');
      expect(Object.keys(await hashFiles(resolvePath('api')))).not.toContain('.env');
      const run = await on.tandem(['run', resolvePath('api')]);
      expect(run).toMatchObject({ code: 0, stderr: '' });
    },
  );

  it(
    'writes secrets to .env, so that the folder can be run immediately',
    { tags: 'cli:import:env-file' },
    async () => {
      const api = resolvePath('new/api');
      const env = join(api, '.env');
      await mkdir(api, { recursive: true });
      await writeFile(join(api, '.gitignore'), 'node_modules');
      await writeFile(env, 'KEPT="1"', { mode: 0o644 });
      const document = await writeDocument('shop.json', collection());
      const { code, stdout, stderr } = await on.tandem(['import', document, api]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/Values of secrets are in \S*new\/api\/\.env, which \.gitignore names\./);
      expect(stdout).not.toContain(password);
      expect(await readFile(env, 'utf8')).toBe(`KEPT="1"\nTANDEM_SECRET_PASSWORD=${password}\n`);
      expect((await stat(env)).mode & 0o777).toBe(0o600);
      expect(await readFile(join(api, '.gitignore'), 'utf8')).toBe('node_modules\n.env\n');
      const others = Object.keys(await hashFiles(api)).filter((file) => file !== '.env');
      const texts = await Promise.all(others.map((file) => readFile(join(api, file), 'utf8')));
      expect(texts.join('')).not.toContain(password);

      let auth: string | undefined;
      on.state.answer = (request, response) => {
        auth = request.headers.authorization;
        response.end(JSON.stringify({ auth }));
      };
      const report = resolvePath('report.json');
      const run = await on.tandem(['run', api, '--env', 'Shop', '--reporter', `json=${report}`]);
      expect(run).toMatchObject({ code: 0, stderr: '' });
      expect(auth).toBe(`Basic ${Buffer.from(`ann:${password}`).toString('base64')}`);
      expect(`${run.stdout}${await readFile(report, 'utf8')}`).not.toContain(password);

      const other = {
        ...collection(),
        auth: { type: 'bearer', bearer: [{ key: 'token', value: 'it\'s "x" `y`' }] },
      };
      const again = await on.tandem(['import', await writeDocument('other.json', other), api]);
      expect(again.code).toBe(0);
      expect((await readFile(env, 'utf8')).split('\n').slice(0, 2)).toEqual([
        'KEPT="1"',
        `TANDEM_SECRET_PASSWORD=${password}`,
      ]);
    },
  );

  it(
    'refuses to write secrets to a .env file that is a link or that git tracks',
    { tags: 'cli:import:env-file' },
    async () => {
      const api = resolvePath('api');
      await mkdir(api);
      const document = await writeDocument('shop.json', collection());
      await symlink(document, join(api, '.env'));
      const linked = await on.tandem(['import', document, api]);
      expect(`${linked.code} ${linked.stderr}`).toMatch(/^3 tandem: .*\.env is no regular file/);
      await rm(join(api, '.env'));
      await writeFile(join(api, '.env'), 'A=1\n');
      const git = (...args: readonly string[]) => promisify(execFile)('git', args, { cwd: api });
      await git('init', '-q');
      await git('add', '.env');
      const tracked = await on.tandem(['import', document, api]);
      expect(`${tracked.code} ${tracked.stderr}`).toMatch(/^3 tandem: .*is in git.*git rm --cached \.env/);
      expect(Object.keys(await hashFiles(api)).filter((file) => !file.startsWith('.git/'))).toEqual(['.env']);
    },
  );

  it(
    'refuses a document with an encoded secret in a field, and names the field',
    { tags: 'cli:import' },
    async () => {
      // The import is refused, because no variable can replace the base64 form of the value.
      const body = { mode: 'raw', raw: `again: ${btoa(password)}` };
      const item = [{ name: 'Log in', request: { method: 'POST', url: on.url, body } }];
      const document = await writeDocument('shop.json', { ...collection(), item });
      const { code, stderr } = await on.tandem(['import', document, resolvePath('api')]);
      expect(`${code} ${stderr}`).toMatch(
        /^3 tandem: .*the secret “password” in plain text.*the request “Log in”: body.content.*nothing was imported/,
      );
      expect(Object.keys(await hashFiles(on.folder))).not.toContain('api/tandem/opencollection.yml');
    },
  );

  describe(
    "of documents, one of which contains another document's secret,",
    { tags: 'import:secrets:place' },
    () => {
      const value = 'tok-9fQ2kLz81xAbC7';
      const requestWith = (fields: object, event: readonly object[] = []): object => ({
        ...collection(),
        item: [{ name: 'Pay', event, request: { method: 'POST', url: on.url, ...fields } }],
      });
      const environment = {
        name: 'Prod',
        values: [{ key: 'TOKEN', value, type: 'secret', enabled: true }],
        _postman_variable_scope: 'environment',
      };

      it('replaces the secret with a reference', async () => {
        const header = [{ key: 'X-Trace', value }];
        const documents = [
          await writeDocument('shop.json', requestWith({ header })),
          await writeDocument('prod.json', environment),
        ];
        const { code, stdout, stderr } = await on.tandem(['import', ...documents, resolvePath('api')]);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        expect(stdout).toContain('the request “Pay”: headers[0].value: {{TOKEN}} stands there');
        expect(await readFile(resolvePath('api/tandem/shop/pay.yml'), 'utf8')).toContain('{{TOKEN}}');
      });

      it('refuses the documents if no reference has the same effect, and creates nothing', async () => {
        const event = [{ listen: 'test', script: { exec: [`const key = '${value}';`] } }];
        const documents = [
          await writeDocument('shop.json', requestWith({}, event)),
          await writeDocument('prod.json', environment),
        ];
        const { code, stdout, stderr } = await on.tandem(['import', ...documents, resolvePath('api')]);
        expect(`${code} ${stderr}`).toMatch(
          /^3 tandem: nothing was imported[^]*shop.json: the request “Pay”: foreign.tests holds the value of the secret TOKEN/,
        );
        expect(`${stdout}${stderr}`).not.toContain(value);
        expect(Object.keys(await hashFiles(on.folder)).filter((file) => file.endsWith('.yml'))).toEqual(
          Object.keys(await hashFiles(resolvePath('tandem')))
            .map((file) => `tandem/${file}`)
            .filter((file) => file.endsWith('.yml')),
        );
      });
    },
  );

  it(
    'copies the files that requests send, but no files from outside the folder',
    { tags: 'import:files' },
    async () => {
      const src = [
        ...['files/a.txt', './b.txt', 'gone.txt', '.env', 'tandem/opencollection.yml'],
        ...['../outside.txt', resolvePath('outside.txt'), 'linked.txt', 'kept.txt'],
      ];
      await mkdir(resolvePath('from/files'), { recursive: true });
      await mkdir(resolvePath('to'));
      for (const name of ['from/files/a.txt', 'from/b.txt', 'from/.env', 'from/kept.txt', 'outside.txt'])
        await writeDocument(name, `this is ${name}`);
      await writeDocument('to/kept.txt', 'mine');
      await symlink(resolvePath('outside.txt'), resolvePath('from/linked.txt'));
      const formdata = src.map((one) => ({ key: 'f', type: 'file', src: one }));
      const request = { method: 'POST', url: on.url, body: { mode: 'formdata', formdata } };
      const document = await writeDocument('from/send.json', {
        info: collection().info,
        item: [{ name: 'Send', request }],
      });
      expect((await on.tandem(['import', document, resolvePath('to'), '--dry-run'])).code).toBe(0);
      expect(await readdir(resolvePath('to'))).toEqual(['kept.txt']);
      const { code, stdout } = await on.tandem(['import', document, resolvePath('to')]);
      expect(`${code} ${stdout}`).toMatch(/^0 [^]*Copied what requests send: files\/a\.txt, b\.txt\.\n/);
      const listed = [...stdout.matchAll(/^ {2}Send: sends the file (.*?)[,;]/gm)].map(([, file]) => file);
      expect(listed).toEqual([
        ...['gone.txt', '.env', 'tandem/opencollection.yml', '../outside.txt'],
        ...[resolvePath('outside.txt'), 'linked.txt'],
      ]);
      expect(await readFile(resolvePath('to/files/a.txt'), 'utf8')).toBe('this is from/files/a.txt');
      expect(await readFile(resolvePath('to/kept.txt'), 'utf8')).toBe('mine');
      const made = (await readdir(resolvePath('to'))).filter((name) => !/^(?:\.tandem|tandem)$/.test(name));
      expect(made.sort()).toEqual(['b.txt', 'files', 'kept.txt']);
    },
  );

  it('shows the result in a dry run, and creates nothing', { tags: 'cli:import' }, async () => {
    const document = await writeDocument('shop.json', collection());
    for (const folder of [on.folder, resolvePath('new')]) {
      const before = await hashFiles(on.folder);
      const { code, stdout } = await on.tandem(['import', document, folder, '--dry-run']);
      expect(code).toBe(0);
      expect(stdout).toContain(
        'It would make 2 requests with 1 example and 1 environment, in the new folder Shop.',
      );
      expect(stdout).toMatch(/GET Users\/List {2}\{\{base}}\/users/);
      expect(stdout).toMatch(/secrets: \S/);
      expect(stdout).toMatch(/Left out\n {2}.*Ping.*: /);
      expect(await hashFiles(on.folder)).toEqual(before);
    }
    expect(await exists(resolvePath('new'))).toBe(false);
  });

  it('does not change any file of a workspace', { tags: 'cli:import' }, async () => {
    await on.put('users.yml', requestFile('Users', `${on.url}/mine`, 1));
    await on.put('users.js', okTestScript);
    await on.put('environments/shop.yml', 'name: Shop\nvariables:\n  - name: mine\n    value: kept\n');
    const before = await hashFiles(resolvePath('tandem'));
    const document = await writeDocument('shop.json', collection());
    for (const folder of ['Shop', 'Shop 2']) {
      const { code, stdout } = await on.tandem(['import', document, on.folder, '--json']);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ folder, counts: { requests: 2 } });
    }
    expect(await hashFiles(resolvePath('tandem'))).toMatchObject(before);
    expect((await on.tandem(['validate', on.folder])).code).toBe(0);
    expect((await on.tandem(['run', join(on.folder, 'tandem', 'users.yml')])).code).toBe(0);
    expect(on.seen).toEqual(['/mine']);
  });

  it('updates the files of an earlier import', { tags: 'import:update' }, async () => {
    const api = (summary: string, paths: object = {}): object => ({
      openapi: '3.1.0',
      info: { title: 'API', version: '1' },
      paths: { '/a': { get: { summary, description: summary } }, ...paths },
    });
    await on.tandem([
      'import',
      await writeDocument('api.json', api('First', { '/old': { get: {} } })),
      resolvePath('api'),
    ]);
    const file = resolvePath('api/tandem/api/first.yml');
    const before = await readFile(file, 'utf8');
    await writeFile(file, before.replace('http:', 'docs: Mine\nhttp:').replace(/docs: First\n/, ''));
    const document = await writeDocument('api.json', api('Second', { '/new': { get: { summary: 'New' } } }));
    const files = await hashFiles(resolvePath('api'));
    const plan = await on.tandem(['import', document, resolvePath('api'), '--update', '--dry-run']);
    expect(`${plan.code} ${plan.stdout}`).toMatch(
      /^0 [^]*It would update the folder API: 1 new, 1 changed, /,
    );
    expect(await hashFiles(resolvePath('api'))).toEqual(files);
    const { code, stdout } = await on.tandem(['import', document, resolvePath('api'), '--update']);
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout).toContain('changed Second: takes name');
    expect(stdout).toMatch(/gone GET \/old/);
    const texts = await Promise.all(
      Object.keys(await hashFiles(resolvePath('api'))).map((one) =>
        readFile(join(resolvePath('api'), one), 'utf8'),
      ),
    );
    const all = texts.join('\n');
    expect(all).toContain('name: Second');
    expect(all).toContain('name: New');
    expect(all).not.toContain('name: First');
    expect(all).toMatch(/- gone/);
    const third = await writeDocument('api.json', api('Third', { '/new': { get: { summary: 'New' } } }));
    const mine = resolvePath('api/tandem/api/second.yml');
    await writeFile(mine, (await readFile(mine, 'utf8')).replace('name: Second', 'name: Own'));
    const again = await on.tandem(['import', third, resolvePath('api'), '--update']);
    expect(again.stdout).toMatch(/ 0 changed, /);
    expect(again.stdout).toContain('unchanged Third: keeps your description, name\n');
  });

  it(
    'copies no file through a link that leads out of the folder of a workspace',
    { tags: 'cli:import' },
    async () => {
      const api = resolvePath('api');
      for (const name of ['api', 'outside', 'pictures']) await mkdir(resolvePath(name));
      await symlink(resolvePath('outside'), join(api, 'pictures'));
      await writeFile(resolvePath('pictures/a.png'), 'picture');
      const body = { mode: 'file', file: { src: 'pictures/a.png' } };
      const item = [{ name: 'Up', request: { method: 'POST', url: on.url, body } }];
      const file = await writeDocument('shop.json', { ...collection(), item });
      const { code, stdout } = await on.tandem(['import', file, api, '--keychain', 'no']);
      expect({ code, copied: stdout.includes('a.png') }).toEqual({ code: 0, copied: false });
      expect(await readdir(resolvePath('outside'))).toEqual([]);
    },
  );

  it('reads stdin in the requested format', { tags: 'cli:import' }, async () => {
    const child = spawn(process.execPath, [
      findProgramFile('tandem'),
      'import',
      '-',
      resolvePath('api'),
      '--format',
      'http',
      '--json',
    ]);
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stdin.end(`GET ${on.url}/from-stdin\n`);
    const code = await new Promise((resolve) => child.on('close', resolve));
    const result = JSON.parse(Buffer.concat(chunks).toString()) as { readonly written: readonly string[] };
    expect({ code, result }).toMatchObject({ code: 0, result: { format: 'http', counts: { requests: 1 } } });
    for (const file of result.written) expect(await exists(join(resolvePath('api'), file))).toBe(true);
    expect((await on.tandem(['run', resolvePath('api')])).code).toBe(0);
    expect(on.seen).toEqual(['/from-stdin']);
  });

  it('finishes writing if it is interrupted while it writes', { tags: 'import:whole' }, async () => {
    /** Interrupts an import of `length` requests. Returns its output, which is empty if the import had already ended. */
    const interrupted = async (length: number): Promise<string> => {
      const item = Array.from({ length }, (_, at) => ({ name: `R${at}`, request: `${on.url}/${at}` }));
      const to = resolvePath(`api-${length}`);
      const one = on.start(['import', await writeDocument('large.json', { ...collection(), item }), to]);
      // This file is written before the requests.
      await expect.poll(() => exists(join(to, '.tandem/imports.json')), { interval: 5 }).toBe(true);
      expect(await one.stop('SIGINT')).toMatchObject({ code: 0 });
      expect(await readdir(join(to, 'tandem/shop'))).toHaveLength(length + 1);
      return one.out.stderr;
    };
    let length = 1_500;
    while (!(await interrupted(length)).includes('finishing the import')) length *= 2;
  });

  it('refuses invalid input, and creates nothing', { tags: 'cli:import' }, async () => {
    const odd = await writeDocument('odd.json', '{"a": [1,\n 2');
    const refused = async (...args: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await on.tandem(['import', ...args]);
      expect(stdout).toBe('');
      return `${code} ${stderr}`;
    };
    expect(await refused(resolvePath('missing.json'), resolvePath('api'))).toMatch(
      /^2 tandem: .*missing\.json does not exist/,
    );
    expect(await refused(odd, resolvePath('api'))).toMatch(
      /^3 tandem: .*odd\.json is not valid JSON: line 2, column \d/,
    );
    expect(await refused(await writeDocument('a.json', '{"a": 1}'), resolvePath('api'))).toMatch(
      /^3 .*is not a document that/,
    );
    expect(
      await refused(`http://ann:${password}@127.0.0.1:99999/a?token=${password}`, resolvePath('api')),
    ).toBe('3 tandem: http://127.0.0.1:99999/a is not a valid URL; check its host and port.\n');
    expect(await refused(`ftp://ann:${password}@127.0.0.1/a`, resolvePath('api'))).toMatch(
      /^3 tandem: ftp:\/\/127\.0\.0\.1\/a must be an address that begins with http/,
    );
    expect(await refused(odd, resolvePath('api'), '--format', 'word')).toMatch(
      /^2 .*It takes one of postman, /,
    );
    expect(await exists(resolvePath('api'))).toBe(false);
    const document = await writeDocument('shop.json', collection());
    expect(await refused(document, resolvePath('api'), '--update')).toBe(
      '3 tandem: --update needs an earlier import of this document; import it without --update first.\n',
    );
    expect(await refused(document, resolvePath('api'), '--only', 'Nope')).toMatch(
      /^3 tandem: --only has “Nope”, .*; --dry-run lists them\.\n$/,
    );
    await on.put('broken.yml', 'info: [');
    const before = await hashFiles(resolvePath('tandem'));
    expect(await refused(document, on.folder)).toMatch(/^3 .*nothing was imported.*broken\.yml:\d+:\d+/s);
    expect(await hashFiles(resolvePath('tandem'))).toEqual(before);
  });
});
