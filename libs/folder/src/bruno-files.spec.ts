import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { testInHouse } from './testing/house.js';

const file = `info:
  name: A
  type: http
http:
  method: GET
  url: http://h
runtime:
  scripts:
    - type: before-request # of the team
      code: |-
        bru.setVar('a', 1); // one
    - type: hooks
      code: theirs();
    - type: tests
      code: first();
  assertions:
    - expression: res.status
      operator: eq
      value: 200
      description: it is there
    - expression: res.body
      operator: isJson
      disabled: true
  actions:
    - type: set-variable
      phase: after-response
      selector: { expression: res.body.token, method: jsonq }
      variable: { name: token, scope: request }
    - type: set-variable
      phase: before-request
      selector: { expression: '1', method: jsonq }
      variable: { name: other, scope: runtime }
  variables:
    - name: own
      value: x
`;

const foreign = {
  dialect: 'bruno',
  beforeRequest: "bru.setVar('a', 1); // one",
  tests: 'first();',
  assertions: [
    { name: 'res.status', value: 'eq 200', enabled: true },
    { name: 'res.body', value: 'isJson', enabled: false },
  ],
  variables: [{ name: 'token', value: 'res.body.token', enabled: true }],
} as const;

describe('Bruno scripts in files', { tags: 'foreign:bruno:kept' }, () => {
  it(
    'are read from where Bruno stores them, and written back there',
    testInHouse(async (house) => {
      await house.createRest({ name: 'B' });
      await house.synchronize();
      await house.write('a.yml', file);
      await house.synchronize();
      const { requests } = await unwrapResult(house.application.rest.list({ take: 10 }));
      const id = requests.find(({ name }) => name === 'A')?.id ?? '';
      expect((await unwrapResult(house.application.rest.get({ id }))).foreign).toEqual(foreign);
      const before = await house.read('a.yml');
      expect(before.startsWith(file)).toBe(true);

      const assertions = [
        { name: 'res.status', value: 'lt 300', enabled: true },
        { name: 'res.body', value: 'isJson', enabled: true },
        { name: 'res.body.a', value: '12', enabled: true },
      ];
      await unwrapResult(
        house.application.rest.update({ id, foreign: { ...foreign, assertions, tests: 'second();' } }),
      );
      await house.synchronize();
      const changed = file
        .replace('first();', 'second();')
        .replace('operator: eq\n      value: 200', "operator: lt\n      value: '300'")
        .replace(
          'isJson\n      disabled: true\n',
          "isJson\n    - expression: res.body.a\n      operator: '12'\n",
        );
      expect((await house.read('a.yml')).replaceAll('"', "'")).toBe(before.replace(file, changed));
    }),
  );

  it(
    'keep what only Bruno knows when they are removed',
    testInHouse(async (house) => {
      await house.createRest({ name: 'B' });
      await house.synchronize();
      await house.write('a.yml', file);
      await house.synchronize();
      const { requests } = await unwrapResult(house.application.rest.list({ take: 10 }));
      const id = requests.find(({ name }) => name === 'A')?.id ?? '';
      await unwrapResult(house.application.rest.update({ id, foreign: null }));
      await house.synchronize();
      const text = await house.read('a.yml');
      expect(text).toContain('theirs();');
      expect(text).toContain('name: other');
      expect(text).not.toMatch(/first|res\.status|name: token/);
    }),
  );

  it(
    'work for folders and the workspace too',
    testInHouse(async (house) => {
      await unwrapResult(
        house.application.folders.create({ path: 'F', foreign: { dialect: 'bruno', tests: 'first();' } }),
      );
      await unwrapResult(
        house.application.folders.update({ id: '', foreign: { dialect: 'bruno', tests: 'first();' } }),
      );
      await house.synchronize();
      for (const name of ['f/folder.yml', 'opencollection.yml']) {
        const text = await house.read(name);
        expect(text).toMatch(/^request:\n {2}scripts:\n {4}- type: tests\n {6}code: first\(\);\n/m);
        await house.write(name, text.replace('first();', 'second();'));
      }
      await house.synchronize();
      for (const id of ['F', ''])
        expect((await unwrapResult(house.application.folders.get({ id }))).folder.foreign).toEqual({
          dialect: 'bruno',
          tests: 'second();',
        });
    }),
  );

  it(
    'are kept beside Postman scripts',
    testInHouse(async (house) => {
      const id = await house.createRest({ name: 'A', foreign: { dialect: 'postman', tests: 'pm;' } });
      await house.synchronize();
      const text = await house.read('a.yml');
      const both = text.replace(
        'x-tandem:',
        'runtime:\n  scripts:\n    - type: tests\n      code: theirs();\nx-tandem:',
      );
      await house.write('a.yml', both);
      await house.synchronize();
      await unwrapResult(
        house.application.rest.update({ id, foreign: { dialect: 'postman', tests: 'pm.test;' } }),
      );
      await house.synchronize();
      expect(await house.read('a.yml')).toBe(both.replace('pm;', 'pm.test;'));
      const { foreign: kept } = await unwrapResult(house.application.rest.get({ id }));
      expect(kept).toEqual({ dialect: 'postman', tests: 'pm.test;' });
    }),
  );
});
