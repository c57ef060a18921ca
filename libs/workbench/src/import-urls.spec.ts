import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { type CallContext, type ImportResult, createQuietContext } from '@tandem/application';
import { describe as describeError, openGuard } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

let on: OnDisk;
let seenRequests: IncomingMessage[] = [];
let paths: object = {};
let title = 'Shop';

const api = (): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [
      { url: '../v1', description: 'Relative' },
      { url: '/{region}/v2', variables: { region: {} } },
    ],
    paths,
  });

const html = '\n<!-- made by a tool -->\n<!DOCTYPE html><html><body>Log in</body></html>';
const longText = gzipSync(Buffer.alloc(51 * 1024 * 1024, ' '));

const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/docs/openapi.json': (response) => response.end(api()),
  '/latest': (response) => response.writeHead(302, { location: '/docs/openapi.json' }).end(),
  '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
  '/login': (response) => response.setHeader('content-type', 'text/html').end(html),
  '/utf16': (response) => response.end(Buffer.from(`\uFEFF${api()}`, 'utf16le')),
  '/latin1': (response) =>
    response
      .setHeader('content-type', 'application/json; charset=ISO-8859-1')
      .end(Buffer.from(api().replace('Shop', 'Läden'), 'latin1')),
  '/mislabelled': (response) =>
    response
      .setHeader('content-type', 'application/json; charset=ISO-8859-1')
      .end(api().replace('Shop', 'Läden')),
  '/long': (response) => response.setHeader('content-encoding', 'gzip').end(longText),
  '/cut': (response) => response.setHeader('content-length', '1000').write('{', () => response.destroy()),
  '/empty': (response) => response.end(),
  '/never': () => undefined,
  '/refs.json': (response) =>
    response.end(
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Refs', version: '1' },
        paths: {
          '/here': { get: { summary: 'Here' } },
          '/a': { $ref: 'other.json#/a' },
          '/b': { $ref: `${on.url}/b.json` },
        },
      }),
    ),
};

beforeAll(async () => {
  on = await openOnDisk((request, response) => {
    seenRequests.push(request);
    const answer = answers[(request.url ?? '').replace(/\?.*/, '')];
    if (answer === undefined) response.writeHead(404).end('{"openapi": "3.1.0"}');
    else answer(response);
  });
});
afterAll(() => on.close());
beforeEach(() => {
  seenRequests = [];
  title = 'Shop';
  paths = { '/users': { get: { summary: 'List' } } };
});

const fetchImport = (url: string, context: CallContext = createQuietContext()) =>
  unwrapResult(on.application.imports.fetch({ url }, context));

const readRefusal = async (url: string, context: CallContext = createQuietContext()): Promise<string> => {
  const outcome = await on.application.imports.fetch({ url }, context)();
  if (E.isRight(outcome)) throw new Error('It was fetched');
  return describeError(outcome.left).replace(/^Invalid arguments: url (.*)\.$/, '$1');
};

const apply = (document: object, more: object = {}) =>
  unwrapResult<{ readonly imports: readonly { readonly result?: ImportResult }[] }>(
    on.application.imports.applyMany(
      { documents: [document as { readonly text: string }], ...more },
      createQuietContext(),
    ),
  ).then(({ imports }) => imports[0]?.result);

const readImportMemory = (): Promise<string> => readFile(join(on.folder, '.tandem', 'imports.json'), 'utf8');

describe('a document from a URL', () => {
  it(
    'is imported like a file, and relative servers are resolved against its URL',
    { tags: 'import:url' },
    async () => {
      const document = await fetchImport(`${on.url}/latest#top`);
      expect(document).toMatchObject({ name: 'openapi.json', base: `${on.url}/docs/openapi.json` });
      const result = await apply(document);
      expect(result).toMatchObject({ format: 'openapi', counts: { requests: 1, environments: 2 } });
      const { environments } = await unwrapResult(on.application.environments.list({}));
      const relative = environments.find(({ name }) => name === 'Relative');
      expect(relative?.variables).toMatchObject([{ name: 'baseUrl', value: `${on.url}/v1` }]);
      expect(environments.flatMap(({ variables }) => variables.map(({ value }) => value))).toContain(
        `${on.url}/{{region}}/v2`,
      );
      expect(document.text).toBe(api());
      expect((await fetchImport(`${on.url}/utf16`)).text).toBe(api());
      for (const path of ['latin1', 'mislabelled'])
        expect((await fetchImport(`${on.url}/${path}`)).text).toBe(api().replace('Shop', 'Läden'));
    },
  );

  it(
    'is stored with its URL, so that an update fetches it again even after it was renamed',
    { tags: 'import:url' },
    async () => {
      const url = `${on.url}/docs/openapi.json?format=json`;
      const { folder } = (await apply(await fetchImport(url))) ?? { folder: '' };
      const { sources } = await unwrapResult(on.application.imports.sources({}));
      expect(sources).toContainEqual({ url, folder });
      title = 'Another name';
      paths = { '/orders': { get: { summary: 'Orders' } } };
      const updated = await apply(await fetchImport(url), { update: true });
      expect(updated?.update?.changes.map((one) => `${one.outcome} ${one.name}`)).toEqual([
        'new Orders',
        'gone List',
      ]);
    },
  );

  it.each(['http://ann:pass-word@', 'http://'])(
    'is stored without credentials from %s',
    { tags: 'import:url' },
    async (start) => {
      const query = start.includes('@') ? '' : '?access_token=t-secret-value';
      const url = `${on.url.replace('http://', start)}/docs/openapi.json${query}`;
      const document = await fetchImport(url);
      expect(document.url).toBeUndefined();
      expect(seenRequests[0]?.headers.authorization).toBe(
        start.includes('@') ? `Basic ${Buffer.from('ann:pass-word').toString('base64')}` : undefined,
      );
      await apply(document);
      expect(await readImportMemory()).not.toMatch(/pass-word|t-secret-value/);
    },
  );

  it('is the only resource that is fetched', { tags: ['import:url', 'import:local'] }, async () => {
    const document = await fetchImport(`${on.url}/refs.json`);
    const result = await apply(document);
    expect(result?.counts.requests).toBe(1);
    expect(result?.leftOut.map(({ place }) => place)).toEqual(
      expect.arrayContaining(['other.json#/a', `${on.url}/b.json`]),
    );
    expect(seenRequests.map(({ url }) => url)).toEqual(['/refs.json']);
  });

  it.each([
    ['/none.json', /^answered 404 Not Found instead of a document; check the address$/],
    [
      '/login',
      /^answered with a page of HTML \(text\/html\), not with a document; use the address of the document itself/,
    ],
    ['/long', /^has a document that is longer than 50 MiB; split it$/],
    ['/loop', /^cannot be fetched: .*redirect/i],
    ['/cut', /^cannot be fetched: /],
    ['file:///etc/passwd', /^must be an address that begins with http:\/\/ or https:\/\/$/],
    ['ftp://127.0.0.1/a', /^must be an address/],
    ['http://', /^is not a valid URL; check its host and port$/],
    ['http://127.0.0.1:99999/', /^is not a valid URL/],
    ['http://127.0.0.1:1/openapi.json', /^cannot be fetched: .*127\.0\.0\.1:1/],
    ['http://no-such-host.invalid/', /^cannot be fetched: .*no-such-host\.invalid/],
  ])('is refused from %s, with the reason', { tags: 'import:url' }, async (path, words) => {
    const before = await readImportMemory();
    expect(await readRefusal(path.startsWith('/') ? `${on.url}${path}` : path)).toMatch(words);
    expect(await readImportMemory()).toBe(before);
  });

  it("may take as long to fetch as the workspace's timeout allows", { tags: 'import:url' }, async () => {
    const { folder } = await unwrapResult(on.application.folders.get({ id: '' }));
    const settings = { ...folder.settings, timeoutMs: 50 };
    await unwrapResult(on.application.folders.update({ id: '', settings }));
    expect(await readRefusal(`${on.url}/never`)).toMatch(/^cannot be fetched: .*50 ms/);
    await unwrapResult(on.application.folders.update({ id: '', settings: folder.settings }));
  });

  it('is no longer fetched when the call is cancelled', { tags: 'import:url' }, async () => {
    expect(
      await readRefusal(`${on.url}/never`, { ...createQuietContext(), signal: AbortSignal.abort() }),
    ).toMatch(/^cannot be fetched: /);
    expect(seenRequests).toEqual([]);
  });
});

describe('the request that fetches a document', () => {
  it('contains nothing from the workspace', { tags: 'import:url' }, async () => {
    const { folders } = on.application;
    const headers = [{ name: 'x-team', value: 'blue', enabled: true }];
    await unwrapResult(
      folders.update({ id: '', headers, auth: { type: 'bearer', token: 'workspace-token' } }),
    );
    await fetchImport(`${on.url}/docs/openapi.json`);
    expect(Object.keys(seenRequests[0]?.headers ?? {}).sort()).toEqual([
      ...['accept', 'connection', 'host', 'user-agent'],
    ]);
    await unwrapResult(folders.update({ id: '', headers: [], auth: { type: 'inherit' } }));
  });

  it(
    'is checked by the guard: secrets are sent only to their hosts, and rules apply',
    { tags: 'import:url' },
    async () => {
      const { environments, secretHosts } = on.application;
      const { id } = await unwrapResult(
        environments.create({ name: 'Live', secrets: { TOKEN: 'bound-secret-value' } }),
      );
      await unwrapResult(environments.activate({ id }));
      await unwrapResult(secretHosts.choose({ environment: id, name: 'TOKEN', hosts: ['api.example.com'] }));
      expect(await readRefusal(`${on.url}/docs/openapi.json?q=bound-secret-value`)).toMatch(
        /^cannot be fetched: The secret TOKEN may only be sent to api\.example\.com/,
      );
      const agents = { rules: [], otherwise: 'deny' as const };
      await unwrapResult(environments.guard({ id, guard: { ...openGuard, agents } }));
      const agent: CallContext = {
        ...createQuietContext(),
        by: 'claude',
        kind: 'mcp',
        session: 's1',
        redactsSecrets: true,
      };
      expect(await readRefusal(`${on.url}/docs/openapi.json`, agent)).toMatch(
        /^cannot be fetched: The guard of the environment "Live" does not let agents send/,
      );
      expect(seenRequests).toEqual([]);
    },
  );
});
