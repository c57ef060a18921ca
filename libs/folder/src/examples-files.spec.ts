import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { testInHouse } from './testing/house.js';

/** As Bruno writes it, with what only Bruno knows. */
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

const importExamples = async (house: Parameters<Parameters<typeof testInHouse>[0]>[0]) => {
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
    'are read as Bruno writes them, and the file stays unchanged',
    testInHouse(async (house) => {
      const one = await importExamples(house);
      expect(one.examples).toEqual([foundExample, missingExample]);
      expect((await house.read('find.yml')).startsWith(bruno)).toBe(true);
    }),
  );

  it(
    'stay byte for byte when another field changes',
    testInHouse(async (house) => {
      const { id } = await importExamples(house);
      await unwrapResult(house.application.rest.update({ id, method: 'HEAD' }));
      await house.synchronize();
      const text = await house.read('find.yml');
      expect(text).toContain('method: HEAD');
      expect(text).toContain(bruno.slice(bruno.indexOf('examples:')));
    }),
  );

  it(
    'change in place, and what only Bruno knows of them stays',
    testInHouse(async (house) => {
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
    'are written where Bruno stores them, and the key goes with the last one',
    testInHouse(async (house) => {
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
    'are left out of the file while one contains a secret',
    testInHouse(async (house) => {
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
    testInHouse(async (house) => {
      await house.createRest({ name: 'Z' });
      await house.synchronize();
      await house.write('a.yml', 'info:\n  name: A\n  type: http\nexamples: none\n');
      expect((await house.synchronize()).invalid).toMatchObject([
        { path: 'a.yml', line: 4, message: expect.stringContaining('must be a list') as string },
      ]);
    }),
  );
});
