import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { findProgramFile } from '@tandem/node/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type OpenedWorkspace, openWorkspace } from './workspace.js';

let on: OpenedWorkspace;
beforeEach(async () => {
  on = await openWorkspace();
});
afterEach(() => on.close());

const resolvePath = (name: string): string => join(on.folder, name);

const writeDocument = async (name: string, value: unknown): Promise<string> => {
  await writeFile(
    resolvePath(name),
    typeof value === 'string' || value instanceof Buffer ? value : JSON.stringify(value),
  );
  return resolvePath(name);
};

const collection = (name: string, path: string) => ({
  info: { name, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [
    { name: `Get ${path}`, request: { method: 'GET', url: `{{base}}/${path}` } },
    { name: 'Unwanted', request: { method: 'GET', url: '{{base}}/unwanted' } },
  ],
});

const environment = () => ({
  name: 'Local',
  values: [{ key: 'base', value: on.url, enabled: true }],
  _postman_variable_scope: 'environment',
});

const importFromStdin = async (text: string, ...args: readonly string[]) => {
  const child = spawn(process.execPath, [findProgramFile('tandem'), 'import', '-', ...args]);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stdin.end(text);
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, stdout: Buffer.concat(chunks).toString() };
};

describe('tandem import of several documents', () => {
  it(
    'imports a collection with its environment, and the result can be run',
    { tags: 'import:several' },
    async () => {
      const files = [
        await writeDocument('shop.json', collection('Shop', 'a')),
        await writeDocument('local.json', environment()),
      ];
      const { code, stdout } = await on.tandem(['import', ...files, resolvePath('api')]);
      expect({ code, stdout }).toMatchObject({ code: 0 });
      expect(stdout).toContain('in the new folder Shop');
      expect(stdout).toContain('Environment Local');
      expect(stdout).toMatch(/Run it: tandem run \S+api --env Local\n$/);
      expect((await on.tandem(['run', resolvePath('api'), '--env', 'Local'])).code).toBe(0);
      expect(on.seen).toEqual(['/a', '/unwanted']);
    },
  );

  it(
    'makes the environments beside the .http files of a folder once, and an update adds to them',
    { tags: ['import:several', 'import:update'] },
    async () => {
      await mkdir(resolvePath('docs'));
      for (const name of ['one', 'two'])
        await writeDocument(`docs/${name}.http`, `GET {{base}}/${name}\nAuthorization: Bearer {{key}}\n`);
      const dev = { base: on.url };
      await writeDocument('docs/http-client.env.json', { dev });
      await writeDocument('docs/http-client.private.env.json', { dev: { key: 'sesame-5678' } });
      const imported = await on.tandem(['import', resolvePath('docs'), resolvePath('api')]);
      expect(imported).toMatchObject({ code: 0, stderr: '' });
      expect(imported.stdout).not.toContain('Variables without a value');
      expect(await readdir(resolvePath('api/tandem/environments'))).toEqual(['dev.yml']);
      expect((await on.tandem(['run', resolvePath('api')])).code).toBe(0);
      expect(on.seen).toEqual(['/one', '/two']);
      await writeDocument('docs/http-client.env.json', { dev: { ...dev, more: 'yes' } });
      await on.tandem(['import', resolvePath('docs/two.http'), resolvePath('api'), '--update']);
      expect(await readFile(resolvePath('api/tandem/environments/dev.yml'), 'utf8')).toContain('more');
    },
  );

  it.each([
    ['after', ['shop.json', 'local.json']],
    ['before', ['local.json', 'shop.json']],
  ])(
    'runs a collection whose environment is imported %s it',
    { tags: ['import:together', 'import:first-run'] },
    async (_, order) => {
      const shop = {
        ...collection('Shop', '{{api_token}}'),
        variable: [{ key: 'api_token', value: 'hg7Kp2Lq9wXz4' }],
      };
      await writeDocument('shop.json', shop);
      await writeDocument('local.json', environment());
      let next = '';
      for (const name of order) {
        const { code, stdout } = await on.tandem([
          ...['import', resolvePath(name), resolvePath('api')],
          ...['--keychain', 'no'],
        ]);
        expect({ code, stdout }).toMatchObject({ code: 0 });
        next = / --env (\S+)\n$/.exec(stdout)?.[1] ?? '';
      }
      for (const named of [[], ['--env', next]]) {
        on.seen.splice(0);
        expect(await on.tandem(['run', resolvePath('api'), ...named])).toMatchObject({ code: 0 });
        expect(on.seen).toEqual(['/hg7Kp2Lq9wXz4', '/unwanted']);
      }
    },
  );

  it.each([
    ['after', ['shop.json', 'globals.json']],
    ['before', ['globals.json', 'shop.json']],
  ])(
    'runs a collection with globals that are imported %s its environment',
    { tags: ['import:together', 'import:first-run'] },
    async (_, order) => {
      await writeDocument('shop.json', collection('Shop', '{{path}}'));
      await writeDocument('local.json', { ...environment(), values: [{ key: 'path', value: 'here' }] });
      await writeDocument('globals.json', {
        ...environment(),
        name: 'Globals',
        _postman_variable_scope: 'globals',
      });
      for (const name of [...order, 'local.json', ...order.slice(1)])
        expect((await on.tandem(['import', resolvePath(name), resolvePath('api')])).code).toBe(0);
      on.seen.splice(0);
      const { code } = await on.tandem(['run', resolvePath('api/tandem/shop'), '--env', 'Local']);
      expect({ code, seen: on.seen }).toEqual({ code: 0, seen: ['/here', '/unwanted'] });
    },
  );

  it('says how to run only what was imported', { tags: 'import:several' }, async () => {
    const run = async (...names: readonly string[]): Promise<readonly string[]> => {
      const { stdout } = await on.tandem(['import', ...names.map(resolvePath), resolvePath('api')]);
      const [, command = ''] = /^Run it: tandem (.*)$/m.exec(stdout) ?? [];
      on.seen.splice(0);
      expect(await on.tandem(command.split(' '))).toMatchObject({ code: 0 });
      return on.seen;
    };
    await writeDocument('local.json', environment());
    for (const name of ['shop', 'stock', 'third'])
      await writeDocument(`${name}.json`, collection(name, name));
    const { stdout } = await on.tandem(['import', resolvePath('local.json'), resolvePath('other')]);
    expect(stdout).toMatch(/There are no requests yet: import a collection into \S+other, too\.\n$/);
    await writeDocument('live.json', { ...environment(), name: 'Live' });
    const both = ['live.json', 'local.json', 'shop.json'].map(resolvePath);
    expect((await on.tandem(['import', ...both, resolvePath('both')])).stdout).toMatch(/ --env Local\n$/);
    expect(await run('shop.json', 'local.json')).toEqual(['/shop', '/unwanted']);
    expect(await run('stock.json', 'third.json')).toEqual(['/stock', '/unwanted', '/third', '/unwanted']);
  });

  it(
    'adds the secrets of a collection to the imported environment, which a run then uses',
    { tags: ['import:several', 'import:secrets:environment'] },
    async () => {
      const shop = {
        ...collection('Shop', '{{api_token}}'),
        variable: [{ key: 'api_token', value: 'hg7Kp2Lq9wXz4' }],
      };
      const files = [
        await writeDocument('shop.json', shop),
        await writeDocument('local.json', environment()),
      ];
      const { code, stdout } = await on.tandem(['import', ...files, resolvePath('api'), '--keychain', 'no']);
      expect({ code, stdout }).toMatchObject({ code: 0 });
      expect(stdout.match(/^Environment .*$/gm)).toEqual(['Environment Local']);
      expect(await readdir(resolvePath('api/tandem/environments'))).toEqual(['Local.yml']);
      expect((await on.tandem(['run', resolvePath('api')])).code).toBe(0);
      expect(on.seen).toEqual(['/hg7Kp2Lq9wXz4', '/unwanted']);
    },
  );

  it(
    'imports all documents of a folder, and lists the documents that it skips',
    { tags: 'import:several' },
    async () => {
      await mkdir(resolvePath('exports/deep'), { recursive: true });
      await mkdir(resolvePath('exports/.hidden'), { recursive: true });
      await writeDocument('exports/b.json', collection('B', 'b'));
      await writeDocument('exports/deep/local.json', environment());
      await writeDocument('exports/package.json', { name: 'x', version: '1' });
      await writeDocument('exports/photo.png', 'no');
      await writeDocument('exports/.hidden/c.json', collection('C', 'c'));
      const { code, stdout, stderr } = await on.tandem([
        'import',
        resolvePath('exports'),
        resolvePath('api'),
        '--json',
      ]);
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(stderr).toMatch(/package\.json was passed over: it is not a document that Tandem can import/);
      const { imports } = JSON.parse(stdout) as { readonly imports: readonly object[] };
      expect(imports).toMatchObject([
        { format: 'postman', folder: 'B' },
        { format: 'postman-environment', environments: [{ name: 'Local' }] },
      ]);
      // A second import updates the first one; existing environments stay beside the new ones.
      const again = await on.tandem([
        'import',
        resolvePath('exports/b.json'),
        resolvePath('exports/deep'),
        resolvePath('api'),
        '--update',
        '--json',
      ]);
      expect(again.code).toBe(0);
      expect(JSON.parse(again.stdout)).toMatchObject({
        imports: [{ update: { counts: { unchanged: 2 } } }, { format: 'postman-environment' }],
      });
    },
  );

  it('imports nothing if a named document cannot be imported', { tags: 'import:several' }, async () => {
    const files = [
      await writeDocument('a.json', collection('A', 'a')),
      await writeDocument('odd.json', '{"a": 1}'),
    ];
    const { code, stderr } = await on.tandem(['import', ...files, resolvePath('api')]);
    expect(`${code} ${stderr}`).toMatch(/^3 tandem: .*odd\.json is not a document/);
    expect((await on.tandem(['validate', resolvePath('api')])).code).not.toBe(0);
  });

  it('says how to import a file that is not a document', { tags: 'import:several' }, async () => {
    const document = await writeDocument('shop.json', collection('Shop', 'a'));
    await mkdir(resolvePath('bruno'));
    await writeDocument('bruno/bruno.json', { version: '1', name: 'Shop', type: 'collection' });
    await mkdir(resolvePath('own'));
    await writeDocument('own/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Own\n');
    for (const [source, expected] of [
      [resolvePath('bruno'), /^2 .*bruno is a collection of \.bru files; import it by itself\.\n$/],
      [
        resolvePath('own'),
        /^2 .*own needs no import: it is a workspace folder already\. Run it: tandem run \S*own\n$/,
      ],
    ] as const) {
      const { code, stderr } = await on.tandem(['import', source, document, resolvePath('api')]);
      expect(`${code} ${stderr}`).toMatch(expected);
    }
    expect((await on.tandem(['validate', resolvePath('api')])).code).not.toBe(0);
  });

  it('can import parts of a document', { tags: ['import:several', 'import:choice'] }, async () => {
    const file = await writeDocument('shop.json', collection('Shop', 'a'));
    expect((await on.tandem(['import', file, resolvePath('one'), '--only', 'Get a'])).stdout).toContain(
      'Made 1 request',
    );
    expect((await on.tandem(['import', file, resolvePath('two'), '--without', 'Unwanted'])).stdout).toContain(
      'Made 1 request',
    );
    const { code, stderr } = await on.tandem(['import', file, resolvePath('three'), '--only', 'Get b']);
    expect(`${code} ${stderr}`).toMatch(/^3 .*only has “Get b”.*did you mean Get a/s);
  });

  it(
    'creates requests from curl commands in a file and on stdin',
    { tags: ['import:several', 'import:curl'] },
    async () => {
      const text = `# First\ncurl ${on.url}/one \\\n  -H 'x: y'\ncurl ${on.url}/two ;\ncurl ${on.url}/three\n`;
      const { code, stdout } = await importFromStdin(text, resolvePath('api'), '--json');
      expect(JSON.parse(stdout)).toMatchObject({ format: 'curl', counts: { requests: 3 } });
      expect(code).toBe(0);
      expect((await on.tandem(['run', resolvePath('api')])).code).toBe(0);
      expect(on.seen).toEqual(['/one', '/two', '/three']);
      const windows = Buffer.from(`\uFEFFcurl ^"${on.url}/four^" ^\r\n  -H ^"a: b^"\r\n`, 'utf16le');
      const made = await on.tandem([
        'import',
        await writeDocument('calls.cmd', windows),
        resolvePath('more'),
      ]);
      expect(made.stdout).toMatch(/as curl: its curl commands\.\nMade 1 request/);
      expect((await on.tandem(['run', resolvePath('more')])).code).toBe(0);
      expect(on.seen.at(-1)).toBe('/four');
    },
  );
});
