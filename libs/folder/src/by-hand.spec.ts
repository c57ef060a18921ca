import { describe, expect, it } from 'vitest';

import { testInWorkspace } from './testing/house.js';

const rest = (more: string) => `info:\n  name: R\n  type: http\nhttp:\n  url: http://h/\n${more}`;
const graphql = (more: string) => `info:\n  name: R\n  type: graphql\ngraphql:\n  url: http://h/\n${more}`;

describe('a boolean in a file', () => {
  it.each(['true', 'True', 'TRUE', '"true"', 'yes', 'on'])(
    'is true for every word that means true in YAML: %s',
    (word) =>
      testInWorkspace(async (house) => {
        await house.write(
          'r.yml',
          rest(`  headers:\n    - name: a\n      value: b\n      disabled: ${word}\n`),
        );
        await house.write('environments/e.yml', `name: E\nvariables:\n  - name: KEY\n    secret: ${word}\n`);
        await house.synchronize();
        expect(await house.all()).toMatchObject([{ headers: [{ name: 'a', enabled: false }] }]);
        expect(await house.environments()).toContainEqual(
          expect.objectContaining({
            name: 'E',
            variables: [],
            secrets: [{ name: 'KEY', value: '', enabled: true }],
          }),
        );
      })(),
  );

  it.each(['false', 'no', 'off', '""', 'null'])('is false for any other word: %s', (word) =>
    testInWorkspace(async (house) => {
      await house.write(
        'r.yml',
        rest(`  headers:\n    - name: a\n      value: b\n      disabled: ${word}\n`),
      );
      await house.synchronize();
      expect(await house.all()).toMatchObject([{ headers: [{ name: 'a', enabled: true }] }]);
    })(),
  );
});

describe('a value that the app could not store', () => {
  const nested = `${'['.repeat(500)}${']'.repeat(500)}`;

  it.each([
    ['r.yml', rest('').replace('name: R', `name: ${'R'.repeat(1_001)}`), 2],
    ['r.yml', graphql(`  body:\n    variables: '{"a": ${nested}}'\n`), 7],
    ['environments/e.yml', `name: ${'E'.repeat(1_001)}\n`, 1],
  ])('makes the file invalid, and the other files are still imported: %s', (path, text, line) =>
    testInWorkspace(async (house) => {
      await house.write(path, text);
      await house.write('other.yml', rest('').replace('name: R', 'name: Other'));
      const report = await house.synchronize();
      expect(report.invalid).toMatchObject([{ path, line }]);
      expect(report.pulled).toEqual(['other.yml']);
      expect(await house.all()).toMatchObject([{ name: 'Other' }]);
    })(),
  );
});

describe('a value of an unexpected shape', () => {
  it.each([
    ['http.headers must be a list', rest('  headers:\n    accept: text/plain\n'), 7, 5],
    ['http.params must be a list', rest('  params:\n    q: 1\n'), 7, 5],
    ['http.body.data must be text', rest('  body:\n    type: json\n    data:\n      name: Ada\n'), 9, 7],
    ['http.body.data must be a list', rest('  body:\n    type: form-urlencoded\n    data: a=b\n'), 8, 11],
    [
      'http.body.1.body.data must be text',
      rest(
        '  body:\n    - title: a\n      body: {type: none}\n    - title: b\n      body: {type: json, data: [1]}\n',
      ),
      10,
      32,
    ],
    ['http.method must be text', rest('  method: [GET]\n'), 6, 11],
    [
      'graphql.body.variables must be text',
      graphql('  body:\n    query: "{ a }"\n    variables:\n      a: 1\n'),
      9,
      7,
    ],
  ])('is reported with its line and column, not treated as missing: %s', (message, text, line, column) =>
    testInWorkspace(async (house) => {
      await house.write('r.yml', text);
      const { invalid } = await house.synchronize();
      expect(invalid).toMatchObject([{ path: 'r.yml', line, column }]);
      expect(invalid[0]?.message).toContain(message);
      expect(await house.read('r.yml')).toBe(text);
    })(),
  );

  it(
    'is also reported in an environment',
    testInWorkspace(async (house) => {
      await house.write('environments/e.yml', 'name: E\nvariables:\n  A: 1\n');
      expect((await house.synchronize()).invalid).toMatchObject([
        { path: 'environments/e.yml', line: 3, column: 3 },
      ]);
    }),
  );

  it.each(['', 'null', '~', '[]'])('may be empty: %j', (nothing) =>
    testInWorkspace(async (house) => {
      const body = `  headers: ${nothing}\n  params: ${nothing}\n  body: ${nothing}\n`;
      await house.write('r.yml', rest(body));
      expect(await house.synchronize()).toMatchObject({ invalid: [], pulled: ['r.yml'] });
      expect(await house.all()).toMatchObject([{ headers: [], queryParams: [], body: { type: 'none' } }]);
    })(),
  );
});
