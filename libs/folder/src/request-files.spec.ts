import { formatGraphqlVariables } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { type TestWorkspace, testInWorkspace } from './testing/house.js';

const file = (tags: string) => `info:
  name: A
  type: http
${tags}http:
  method: GET
  url: http://h/
`;

describe('tags of a request', { tags: 'tags:file' }, () => {
  it(
    "are stored under Bruno's key",
    testInWorkspace(async (house) => {
      const id = await house.createRest({ name: 'A', tags: ['smoke', 'slow'] });
      await house.synchronize();
      expect(await house.read('a.yml')).toMatch(/^info:\n[^]* {2}tags:\n {4}- smoke\n {4}- slow\nhttp:/);
      await unwrapResult(house.application.rest.update({ id: id, tags: [] }));
      await house.synchronize();
      expect(await house.read('a.yml')).not.toContain('tags');
    }),
  );

  it(
    'are read, including those that another tool wrote',
    testInWorkspace(async (house) => {
      await house.createRest({ name: 'Z' });
      await house.synchronize();
      await house.write('a.yml', file('  tags: [smoke, "two words"]\n'));
      await house.synchronize();
      expect((await house.all()).find(({ name }) => name === 'A')?.tags).toEqual(['smoke', 'two words']);
    }),
  );

  it(
    'must be a list of strings',
    testInWorkspace(async (house) => {
      await house.createRest({ name: 'Z' });
      await house.synchronize();
      await house.write('a.yml', file('  tags: smoke\n'));
      expect((await house.synchronize()).invalid).toMatchObject([
        { path: 'a.yml', line: 4, message: expect.stringContaining('must be a list of text') as string },
      ]);
    }),
  );
});

const graphqlFile = (variables: string) =>
  `info:\n  name: Q\n  type: graphql\ngraphql:\n  method: POST\n  url: http://127.0.0.1/\n  body:\n    query: "{ a }"\n    variables: ${variables}\n`;

const texts = [
  `'{"n": {{n}}}'`,
  `"{{all}}"`,
  `'null'`,
  `'[]'`,
  `'{"n": 1, /* one */ }'`,
  `'{"id": 12345678901234567890}'`,
  `'{'`,
];

describe('GraphQL variables in a file', { tags: ['text:graphql-variables', 'folder:round-trip'] }, () => {
  it.each(texts)('stay unchanged with their file if they are the text %s', async (text) => {
    await testInWorkspace(async (house) => {
      await house.write('q.yml', graphqlFile(text));
      expect(await house.synchronize()).toMatchObject({ invalid: [], conflicts: [] });
      const [request] = await unwrapResult(house.store.graphqlRequests.all(house.workspace.id));
      expect(request?.variables).toBe(text.slice(1, -1));
      expect(await house.read('q.yml')).toContain(`variables: ${text}\n`);
      expect(await house.synchronize()).toMatchObject({ written: [], pulled: [], merged: [] });
    })();
  });

  it('are read as an object if they are an object', async () => {
    await testInWorkspace(async (house) => {
      await house.write('q.yml', graphqlFile(`'{"a": {"b": ["{{c}}", 1]}}'`));
      await house.synchronize();
      const [request] = await unwrapResult(house.store.graphqlRequests.all(house.workspace.id));
      expect(request?.variables).toEqual({ a: { b: ['{{c}}', 1] } });
    })();
  });

  it('are merged line by line if they are text and both sides changed them', async () => {
    await testInWorkspace(async (house) => {
      await house.write(
        'q.yml',
        graphqlFile(`|-\n      {\n        "a": {{a}},\n        "b": 2,\n        "c": 3\n      }`),
      );
      await house.synchronize();
      const [request] = await unwrapResult(house.store.graphqlRequests.all(house.workspace.id));
      const text = formatGraphqlVariables(request?.variables ?? {});
      await unwrapResult(
        house.application.graphql.update({
          id: request?.id ?? '',
          variables: text.replace('"c": 3', '"c": 4'),
        }),
      );
      await house.write('q.yml', (await house.read('q.yml')).replace('{{a}}', '{{b}}'));
      expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [] });
      const [merged] = await unwrapResult(house.store.graphqlRequests.all(house.workspace.id));
      expect(merged?.variables).toBe(text.replace('"c": 3', '"c": 4').replace('{{a}}', '{{b}}'));
      expect(await house.read('q.yml')).toMatch(/\{\{b\}\}[^]*"c": 4/);
    })();
  });
});

const pair = (name: string, value: string, enabled = true) => ({ name, value, enabled });

const runtime = `runtime:
  variables:
    - name: page
      value: "2"
    - name: unused
      value: x
      disabled: true
`;

const requestVariables = [pair('page', '2'), pair('unused', 'x', false)];

const nothing = { written: [], pulled: [], merged: [], conflicts: [], invalid: [], warnings: [] };

const listStoredRequests = async (house: TestWorkspace) => [
  ...(await house.all()),
  ...(await unwrapResult(house.store.graphqlRequests.all(house.workspace.id))),
];

describe("a request's own variables", { tags: 'inherit:files' }, () => {
  it(
    'are written to its file, merged by name and read from it',
    testInWorkspace(async (house) => {
      const id = await house.createRest({ name: 'One', requestVariables });
      await house.synchronize();
      expect(await house.read('one.yml')).toContain(runtime);
      expect(await house.synchronize()).toMatchObject(nothing);
      await house.edit('one.yml', 'value: "2"', 'value: "3" # the last one');
      const more = [...requestVariables, pair('more', 'y')];
      await unwrapResult(house.application.rest.update({ id, requestVariables: more }));
      expect(await house.synchronize()).toMatchObject({ merged: ['one.yml'], conflicts: [] });
      expect(await house.get(id)).toMatchObject({
        requestVariables: [pair('page', '3'), pair('unused', 'x', false), pair('more', 'y')],
      });
      expect(await house.read('one.yml')).toContain('value: "3" # the last one');
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    "are read from Bruno's files, and Bruno's scripts and assertions stay",
    testInWorkspace(async (house) => {
      const scripts = '  scripts:\n    - type: before-request\n      code: bru.setVar("a", 1);\n';
      const text = (name: string, type: string, request: string) =>
        `info:\n  name: ${name}\n  type: ${type}\n${type}:\n${request}${runtime}${scripts}`;
      await house.write('one.yml', text('One', 'http', '  method: GET\n  url: http://h/\n'));
      await house.write('two.yml', text('Two', 'graphql', '  url: http://h/\n  body:\n    query: "{ a }"\n'));
      expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [] });
      const all = await listStoredRequests(house);
      expect(all).toMatchObject([{ requestVariables }, { requestVariables }]);
      await unwrapResult(house.application.rest.update({ id: all[0]!.id, requestVariables: [] }));
      await house.synchronize();
      expect(await house.read('one.yml')).toContain(`runtime:\n${scripts}`);
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'are read again if an older version read the file without them',
    testInWorkspace(async (house) => {
      const id = await house.createRest({ name: 'One', requestVariables });
      await house.synchronize();
      const { bases } = await unwrapResult(house.store.folderMemories.get(house.workspace.id));
      const older = bases.map((base) => {
        const { requestVariables: _, ...fields } = JSON.parse(base.fields) as Record<string, unknown>;
        return { ...base, fields: JSON.stringify(fields) };
      });
      await unwrapResult(
        house.store.folderMemories.change(house.workspace.id, { put: older, forget: [], removals: null }),
      );
      const one = await house.get(id);
      await unwrapResult(house.store.restRequests.replace({ ...one, requestVariables: [] }, one.revision));
      expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [], written: [] });
      expect(await house.get(id)).toMatchObject({ requestVariables });
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'are an error with a location if they are not a list',
    testInWorkspace(async (house) => {
      const http = 'http:\n  method: GET\n  url: http://h/\n';
      await house.write('one.yml', `info:\n  name: One\n  type: http\n${http}runtime:\n  variables: page\n`);
      const { invalid } = await house.synchronize();
      expect(invalid).toMatchObject([
        {
          path: 'one.yml',
          line: 8,
          message: expect.stringContaining('runtime.variables must be a list') as string,
        },
      ]);
    }),
  );
});

const parts = [
  { name: 'meta', value: '{"a":1}', contentType: 'application/json', enabled: true },
  { name: 'csv', value: '1;2', filename: 'rows.csv', contentType: 'text/csv', enabled: true },
  { name: 'csv', value: '3;4', headers: [{ name: 'X-Id', value: '7', enabled: true }], enabled: true },
];

it(
  'form parts keep their types, file names and headers in a file',
  { tags: 'bodies:parts' },
  testInWorkspace(async (house) => {
    await house.createRest({ name: 'Form', body: { type: 'multipart', parts } });
    await house.synchronize();
    const text = await house.read('form.yml');
    expect(text).toContain('contentType: application/json');
    await house.write('again.yml', text.replace('name: Form', 'name: Again').replace(/^\s+id: .*\n/m, ''));
    expect((await house.synchronize()).invalid).toEqual([]);
    const again = (await house.all()).find(({ name }) => name === 'Again');
    expect(again).toMatchObject({ body: { type: 'multipart', parts } });
  }),
);

/** A request as Bruno writes it, with keys that only Bruno knows. */
const bruno = `info:
  name: Find
  type: http
  seq: 1

http:
  method: GET
  url: http://h/users/:id
  params:
    - name: id
      value: "7"
      type: path

settings:
  encodeUrl: true
  timeout: 0

examples:
  - name: Found
    description:
      content: All is **well**
      type: text/markdown
    request:
      url: http://h/users/:id?full=yes
      method: GET
      headers:
        - name: Accept
          value: application/json
          description: only Bruno knows this
      params:
        - name: full
          value: yes
          type: query
        - name: id
          value: "7"
          type: path
    response:
      status: 200
      statusText: OK
      headers:
        - name: Content-Type
          value: application/json
      body:
        type: json
        data: |-
          {
            "id": 7
          }
  - name: Gone
    response:
      status: 404
      body:
        type: text
        data: none
`;

const foundExample = {
  name: 'Found',
  description: 'All is **well**',
  request: {
    method: 'GET',
    url: 'http://h/users/:id',
    pathParams: [{ name: 'id', value: '7', enabled: true }],
    queryParams: [{ name: 'full', value: 'yes', enabled: true }],
    headers: [{ name: 'Accept', value: 'application/json', enabled: true }],
    body: { type: 'none' },
  },
  response: {
    status: 200,
    statusText: 'OK',
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    body: { type: 'json', data: '{\n  "id": 7\n}' },
  },
} as const;

const missingExample = {
  name: 'Gone',
  description: '',
  request: null,
  response: { status: 404, statusText: '', headers: [], body: { type: 'text', data: 'none' } },
} as const;

const importExamples = async (house: Parameters<Parameters<typeof testInWorkspace>[0]>[0]) => {
  await house.createRest({ name: 'Z' });
  await house.synchronize();
  await house.write('find.yml', bruno);
  expect((await house.synchronize()).invalid).toEqual([]);
  const one = (await house.all()).find(({ name }) => name === 'Find');
  if (one === undefined) throw new Error('Find was not read');
  return one;
};

describe('examples of a request', { tags: 'examples:file' }, () => {
  it(
    'are read from a Bruno file, which stays unchanged',
    testInWorkspace(async (house) => {
      const one = await importExamples(house);
      expect(one.examples).toEqual([foundExample, missingExample]);
      expect((await house.read('find.yml')).startsWith(bruno)).toBe(true);
    }),
  );

  it(
    'are not rewritten when another field changes',
    testInWorkspace(async (house) => {
      const { id } = await importExamples(house);
      await unwrapResult(house.application.rest.update({ id, method: 'HEAD' }));
      await house.synchronize();
      const text = await house.read('find.yml');
      expect(text).toContain('method: HEAD');
      expect(text).toContain(bruno.slice(bruno.indexOf('examples:')));
    }),
  );

  it(
    'are changed in place, and keys that only Bruno knows stay',
    testInWorkspace(async (house) => {
      const { id } = await importExamples(house);
      const examples = [
        { ...foundExample, response: { ...foundExample.response, status: 203, body: null } },
        missingExample,
      ];
      await unwrapResult(house.application.rest.update({ id, examples }));
      await house.synchronize();
      const text = await house.read('find.yml');
      const expected = bruno
        .slice(bruno.indexOf('examples:'))
        .replace('status: 200', 'status: 203')
        .replace(/ {6}body:\n {8}type: json\n[^]*? {10}\}\n/, '');
      expect(text).toContain(expected);
    }),
  );

  it(
    "are written under Bruno's key, which is removed with the last example",
    testInWorkspace(async (house) => {
      const id = await house.createRest({ name: 'A', url: 'http://h/', description: 'Notes' });
      await unwrapResult(house.application.rest.update({ id, examples: [foundExample, missingExample] }));
      await house.synchronize();
      expect(await house.read('a.yml')).toMatch(
        /\nexamples:\n {2}- name: Found\n[^]* {6}status: 200\n[^]* {6}status: 404\n[^]*\ndocs: Notes\n/,
      );
      await unwrapResult(house.application.rest.update({ id, examples: [] }));
      await house.synchronize();
      expect(await house.read('a.yml')).not.toContain('example');
    }),
  );

  it(
    'are not written to the file while an example contains a secret',
    testInWorkspace(async (house) => {
      const environment = await house.environment();
      const secrets = [{ name: 'TOKEN', value: 's3cret-value', enabled: true }];
      const revision = environment.revision + 1;
      await unwrapResult(
        house.store.environments.replace({ ...environment, revision, secrets }, environment.revision),
      );
      const body = { type: 'text', data: 'it is s3cret-value' } as const;
      const leaking = { ...missingExample, response: { ...missingExample.response, body } };
      await house.createRest({ name: 'A', examples: [leaking] });
      const { withheld } = await house.synchronize();
      expect(withheld).toEqual([{ path: 'a.yml', field: 'examples', secret: 'TOKEN' }]);
      expect(await house.read('a.yml')).not.toContain('s3cret-value');
    }),
  );

  it(
    'must be a list',
    testInWorkspace(async (house) => {
      await house.createRest({ name: 'Z' });
      await house.synchronize();
      await house.write('a.yml', 'info:\n  name: A\n  type: http\nexamples: none\n');
      expect((await house.synchronize()).invalid).toMatchObject([
        { path: 'a.yml', line: 4, message: expect.stringContaining('must be a list') as string },
      ]);
    }),
  );
});
