import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { type House, testInHouse } from './testing/house.js';

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

const listStoredRequests = async (house: House) => [
  ...(await house.all()),
  ...(await unwrapResult(house.store.graphqlRequests.all(house.workspace.id))),
];

describe("a request's own variables", { tags: 'inherit:files' }, () => {
  it(
    'are written to its file, merged by name and read from it',
    testInHouse(async (house) => {
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
    "are read from Bruno's files, and other things a request runs stay",
    testInHouse(async (house) => {
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
    'are read again from a file that an older version read without them',
    testInHouse(async (house) => {
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
    'that are not a list are a fault with its place',
    testInHouse(async (house) => {
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
