import {
  type Auth,
  type Example,
  type ExportContent,
  type Folder,
  folderDefaults,
  type Foreign,
  graphqlDefaults,
  type GraphqlRequest,
  restDefaults,
  type RestRequest,
  type RunRow,
} from '@tandem/core';
import { parseJson } from '@tandem/core/codec';
import { fromPostmanAuth } from '@tandem/core/document';
import { describe, expect, it } from 'vitest';

import { toPostmanEvents } from './postman/collection.js';
import { renderExport } from './render-export.js';
import { translateScript } from './script/translate.js';

const times = { revision: 1, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };

/** One request in a folder with these Postman scripts. */
const createFolderContent = (foreign: Foreign): ExportContent => {
  const ids = { workspaceId: 'ws_1' as Folder['workspaceId'], ...times };
  const folder = { ...folderDefaults, ...ids, id: 'fold_1' as Folder['id'], path: 'Shop', seq: 1, foreign };
  const request = {
    ...restDefaults,
    ...ids,
    id: 'rest_1' as RestRequest['id'],
    folder: 'Shop',
    name: 'Me',
    url: 'http://127.0.0.1',
  };
  return {
    name: 'W',
    folders: [folder],
    requests: [request],
    variables: [],
    secrets: [],
    rows: [],
    executions: [],
  };
};

const formatTestScript = (statements: string): string =>
  `export function onTest(req, res) {\n${statements}\n}\n`;

describe('a script of Tandem', () => {
  it.each([
    ['expect(res.status).toBe(201)', 'toBe', { kind: 'status' }, 201],
    ['expect(res.json().users).toHaveLength(2)', 'toHaveLength', { kind: 'json', keys: ['users'] }, 2],
    ['expect(res.json()[0]["a b"]).toEqual(null)', 'toBe', { kind: 'json', keys: [0, 'a b'] }, null],
    ['expect(res.text()).toContain("ok")', 'toContain', { kind: 'text' }, 'ok'],
    ['expect(res.headers.get("ETag")).toBe("1")', 'toBe', { kind: 'header', name: 'ETag' }, '1'],
  ])('is translated to %s', { tags: 'export:k6' }, (statement, matcher, source, value) => {
    const { tests, leftOut } = translateScript(formatTestScript(`test('it', () => { ${statement}; });`));
    expect(tests).toEqual([{ name: 'it', expectations: [{ matcher, source, value }] }]);
    expect(leftOut).toEqual([]);
  });

  it.each([
    ["test('it', () => { expect(res.status).not.toBe(500); });", 'the test “it”'],
    ["test('it', () => { expect(res.json().a).toBe(req.variables.a); });", 'the test “it”'],
    ["test('it', () => { if (true) expect(res.status).toBe(200); });", 'the test “it”'],
    ["res.env.set('id', makeId());", 'how onTest sets id'],
    ['console.log(res);', 'a part of onTest that is neither a test nor sets a variable'],
  ])(
    'with %s is exported without that statement, and the omission is reported',
    { tags: 'export:left-out' },
    (statement, what) => {
      expect(translateScript(formatTestScript(statement))).toEqual({
        tests: [],
        variables: [],
        leftOut: [what],
      });
    },
  );

  it('is omitted if it is invalid', { tags: 'export:left-out' }, () => {
    expect(translateScript('export function (').leftOut).toEqual(['its script, which is not valid']);
  });
});

describe('a Postman script', () => {
  it('is exported unchanged, before the translated script', { tags: 'export:postman' }, () => {
    const own = translateScript(formatTestScript("test('it', () => { expect(res.status).toBe(200); });"));
    const foreign = { dialect: 'postman', beforeRequest: 'let a;\nlet b;', tests: 'pm.test("x");' } as const;
    const written = toPostmanEvents(foreign, own) as {
      readonly event: readonly { readonly listen: string; readonly script: { readonly exec: unknown } }[];
    };
    expect(written.event.map(({ listen, script }) => [listen, script.exec])).toEqual([
      ['prerequest', ['let a;', 'let b;']],
      [
        'test',
        ['pm.test("x");', 'pm.test("it", () => {', '  pm.expect(pm.response.code).to.equal(200);', '});'],
      ],
    ]);
  });

  it('is omitted from a k6 script, and reported once', { tags: 'export:left-out' }, () => {
    expect(renderExport('k6', createFolderContent({ dialect: 'postman' })).leftOut).toEqual([]);
    expect(
      renderExport('k6', createFolderContent({ dialect: 'postman', tests: 'pm.test("x");' })).leftOut,
    ).toEqual([{ place: 'Shop/Me', what: 'the Postman scripts of the folder Shop' }]);
  });
});

it('a dynamic value or a prompt is reported as omitted from a k6 script', { tags: 'export:left-out' }, () => {
  const content = createFolderContent(null);
  const requests = content.requests.map((one) => ({
    ...(one as RestRequest),
    url: 'http://a.test/{{$guid}}/{{id}}?{{$guid}}',
    headers: [{ name: 'X-A', value: '{{?Label:x}}', enabled: true }],
  }));
  const { leftOut } = renderExport('k6', { ...content, requests });
  expect(leftOut.map(({ what }) => what)).toEqual([
    'the value of {{$guid}}, which is sent as written',
    'the value of {{?Label:x}}, which is sent as written',
  ]);
});

it('an export keeps the order of mixed folders and requests', { tags: 'run:order' }, () => {
  const content = createFolderContent(null);
  const [first] = content.requests as readonly RestRequest[];
  const [shop] = content.folders;
  if (first === undefined || shop === undefined) throw new Error('there is no request');
  const place = (name: string, folder: string) => ({
    ...first,
    ...{ id: `rest_${name}` as RestRequest['id'], name, folder, url: `http://a.test/${name}` },
  });
  const mixed: ExportContent = {
    ...content,
    folders: [
      { ...shop, path: '', order: 'mixed' },
      { ...shop, path: 'B', seq: 2 },
      { ...shop, path: 'A', seq: 4 },
    ],
    requests: [place('login', ''), place('b', 'B'), place('between', ''), place('a', 'A')],
  };
  const titles = [...renderExport('html', mixed).text.matchAll(/<h2>([^<]*)<\/h2>/g)].map(
    ([, title]) => title,
  );
  expect(titles).toEqual(['Requests', 'B', 'Requests', 'A']);
  const { tags, paths } = JSON.parse(renderExport('openapi', mixed).text) as {
    readonly tags: readonly { readonly name: string }[];
    readonly paths: object;
  };
  expect(tags.map(({ name }) => name)).toEqual(['B', 'A']);
  expect(Object.keys(paths)).toEqual(['/login', '/b', '/between', '/a']);
});

describe('an example', { tags: 'examples:export' }, () => {
  const found: Example = {
    name: 'Found <one>',
    description: '',
    request: {
      method: 'GET',
      url: 'http://127.0.0.1/:id',
      pathParams: [{ name: 'id', value: '7', enabled: true }],
      queryParams: [{ name: 'q', value: 'a&b', enabled: true }],
      headers: [{ name: 'Accept', value: 'application/json', enabled: true }],
      body: { type: 'json', content: '{}' },
    },
    response: {
      status: 200,
      statusText: 'OK',
      headers: [{ name: 'Content-Type', value: 'application/json; charset=utf-8' }],
      body: { type: 'json', data: '{"id":7}' },
    },
  };
  const gone: Example = {
    name: 'Gone',
    description: 'Why it is **gone**',
    request: null,
    response: { status: 404, statusText: '', headers: [], body: { type: 'text', data: 'none' } },
  };
  const plain = createFolderContent(null);
  const content: ExportContent = {
    ...plain,
    requests: plain.requests.map((one) => ({ ...one, examples: [found, gone] }) as RestRequest),
  };

  it('becomes a saved response in Postman', () => {
    const { text, leftOut } = renderExport('postman', content);
    const { item } = JSON.parse(text) as { readonly item: readonly [{ readonly item: readonly [object] }] };
    expect(item[0].item[0]).toMatchObject({
      response: [
        {
          name: 'Found <one>',
          status: 'OK',
          code: 200,
          _postman_previewlanguage: 'json',
          header: [{ key: 'Content-Type', value: 'application/json; charset=utf-8' }],
          cookie: [],
          body: '{"id":7}',
          originalRequest: {
            method: 'GET',
            header: [
              { key: 'Accept', value: 'application/json' },
              { key: 'Content-Type', value: 'application/json' },
            ],
            url: { raw: 'http://127.0.0.1/:id?q=a%26b', variable: [{ key: 'id', value: '7' }] },
            body: { mode: 'raw', raw: '{}' },
          },
        },
        { name: 'Gone', code: 404, body: 'none' },
      ],
    });
    expect(leftOut).toEqual([{ place: 'Shop/Me', what: 'the description of the example “Gone”' }]);
  });

  it('becomes an OpenAPI response if no response of its status is stored', () => {
    const { paths } = JSON.parse(renderExport('openapi', content).text) as {
      readonly paths: Readonly<Record<string, { readonly get: object }>>;
    };
    expect(Object.values(paths)[0]?.get).toMatchObject({
      responses: {
        200: {
          description: 'Found <one>',
          content: { 'application/json': { schema: { type: 'object' }, example: { id: 7 } } },
        },
        404: { description: 'Gone', content: { 'text/plain': { example: 'none' } } },
      },
    });
  });

  it('is in the HTML document', () => {
    const { text } = renderExport('html', content);
    expect(text).toContain('Example Found &#60;one&#62;, 200 OK, application/json; charset=utf-8');
    expect(text).toContain('Why it is **gone**');
    expect(text).toMatch(/<pre [^>]*aria-label="Example Gone of Shop\/Me">none<\/pre>/);
  });
});

describe('a folder with the auth None', { tags: ['inherit:auth:none'] }, () => {
  const withNone = (): ExportContent => {
    const content = createFolderContent(null);
    const [folder] = content.folders;
    const [request] = content.requests;
    if (folder === undefined || request === undefined) throw new Error('the content is empty');
    const bearer = { type: 'bearer', token: 'PARENT' } as const;
    const around = { ...folder, id: 'fold_0' as Folder['id'], path: '', auth: bearer };
    return {
      ...content,
      folders: [around, { ...folder, auth: { type: 'none' } }],
      requests: [{ ...request, auth: { type: 'inherit' } }],
    };
  };

  it('has noauth in Postman and an empty security list in OpenAPI', () => {
    const postman = JSON.parse(renderExport('postman', withNone()).text) as { readonly item: unknown };
    expect(postman.item).toMatchObject([{ name: 'Shop', auth: { type: 'noauth' } }]);
    const api = renderExport('openapi', withNone()).text;
    expect(api).toMatch(/security: \[\]|"security": \[\]/);
    expect(api).not.toContain('PARENT');
  });
});

describe('a JWT', { tags: 'export:postman' }, () => {
  const jwt = { type: 'jwt', algorithm: 'HS256', secret: '{{key}}', claims: '{"sub":"1"}' } as const;
  interface Item {
    readonly request: { readonly auth?: unknown };
  }
  const exportAuth = (auth: Auth) => {
    const content = createFolderContent(null);
    const requests = content.requests.map((one) => ({ ...one, auth }));
    const { text, leftOut } = renderExport('postman', { ...content, requests });
    const [folder] = (JSON.parse(text) as { readonly item: readonly [{ readonly item: readonly [Item] }] })
      .item;
    return { auth: folder.item[0].request.auth, leftOut };
  };

  it.each<Auth>([
    jwt,
    { ...jwt, sendIn: 'query', queryName: 'token' },
    { ...jwt, prefix: '', header: '{"kid":"k"}', secretIsBase64: true },
    { ...jwt, algorithm: 'ES256' },
  ])('is the same after an export to Postman and an import: %j', (auth) => {
    expect(fromPostmanAuth(exportAuth(auth).auth)).toEqual(auth);
  });

  it('that expires is left out for Postman, which cannot add an expiry', () => {
    const { leftOut } = exportAuth({ ...jwt, expiresIn: 60 });
    expect(leftOut).toEqual([{ place: 'Shop/Me', what: 'the auth “jwt”' }]);
  });
});

describe('digits beyond double precision', { tags: 'bodies:digits' }, () => {
  const digits = '{"id":12345678901234567890,"price":1.10}';
  const example: Example = {
    name: 'Found',
    description: '',
    request: null,
    response: {
      status: 200,
      statusText: 'OK',
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      body: { type: 'json', data: digits },
    },
  };
  const plain = createFolderContent(null);
  const content: ExportContent = {
    ...plain,
    requests: plain.requests.map((one) => ({ ...one, examples: [example] }) as RestRequest),
    rows: [parseJson(digits) as RunRow],
  };
  const posting = (variables: string): ExportContent => ({
    ...plain,
    requests: plain.requests.map(({ id: _, ...one }) => ({
      ...graphqlDefaults,
      ...times,
      id: 'gql_1' as GraphqlRequest['id'],
      workspaceId: one.workspaceId,
      folder: one.folder,
      name: one.name,
      url: one.url,
      query: 'query A { a }',
      variables,
    })),
  });

  it('are kept in an OpenAPI example with the type number or integer', () => {
    const { text } = renderExport('openapi', content);
    expect(text).toMatch(/"id": 12345678901234567890,\s+"price": 1\.10\s/);
    expect(text).toMatch(/"id": \{\s+"type": "integer"\s+\},\s+"price": \{\s+"type": "number"/);
  });

  it('are kept in an HTML document', () => {
    const { text } = renderExport('html', content);
    expect(text).toMatch(/&#34;id&#34;: 12345678901234567890,\s+&#34;price&#34;: 1\.10\s/);
  });

  it('are kept as strings in the rows of a k6 script, because JavaScript would round them', () => {
    const { text } = renderExport('k6', content);
    expect(text).toContain('"id":"12345678901234567890","price":"1.10"');
  });

  it.each([
    ['openapi', /"variables": \{\s+"id": 12345678901234567890\s+\}/],
    ['k6', /\\"variables\\":\{\\"id\\":12345678901234567890\}\}/],
  ] as const)('are kept in the variables of a GraphQL request in %s', (format, variables) => {
    const { text } = renderExport(format, posting('{"id":12345678901234567890}'));
    expect(text).toMatch(variables);
    expect(text).not.toContain('operationName');
  });

  it('do not change variable references in a GraphQL request', () => {
    const { text } = renderExport('k6', posting('{"n": {{n}}} // all'));
    expect(text).toContain(String.raw`\"variables\":{\"n\": {{n}}}`);
    expect(text).not.toContain('// all');
  });
});
