import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { fileOperations } from './files/operations.js';
import { testInWorkspace } from './testing/house.js';

const pair = (name: string, value: string, enabled = true) => ({ name, value, enabled });

describe('the first synchronization of a workspace', () => {
  it(
    'writes files that people can read',
    { tags: ['folder:synchronize', 'folder:unchanged'] },
    testInWorkspace(async (house) => {
      await house.createRest({
        name: 'Get user',
        folder: 'Users',
        url: '{{API_URL}}/users/:id',
        pathParams: [pair('id', '42')],
        queryParams: [pair('verbose', 'true')],
        headers: [pair('x-debug', '1', false)],
        script: 'export function onTest() {}\n',
        settings: { timeoutMs: 30000 },
      });
      await house.createRest({
        name: 'Create user',
        folder: 'Users',
        method: 'POST',
        url: 'http://h/users',
        body: { type: 'json', content: '{\n  "a": 1\n}' },
        auth: { type: 'bearer', token: '{{API_TOKEN}}' },
        script: '',
      });
      await house.createGraphql({
        name: 'Search',
        url: 'http://h/graphql',
        query: 'query Q {\n  a\n}',
        variables: { limit: 10 },
        operationName: 'Q',
        script: '',
      });
      await house.synchronize();
      await expect(JSON.stringify(await house.files(), null, 2)).toMatchFileSnapshot(
        './__golden__/first.json',
      );
      const again = await house.synchronize();
      expect(again).toMatchObject({ written: [], pulled: [], merged: [], unchanged: 6 });
      expect(await unwrapResult(house.store.folderMemories.get(house.workspace.id))).toMatchObject({
        removals: [],
      });
    }),
  );
});

it(
  'synchronizations of one workspace wait for each other, whoever started them',
  testInWorkspace(async (house) => {
    await house.createRest({ name: 'R', url: 'http://h/', script: '' });
    const steps: string[] = [];
    house.on({
      ...fileOperations,
      kindOf: (path) => {
        if (path === house.workspace.path) steps.push('begins');
        return fileOperations.kindOf(path);
      },
      settle: async (directory) => {
        await fileOperations.settle(directory);
        steps.push('writes');
      },
    });
    const callers = ['an agent', 'a window', 'another window'].map((by) => house.application.as(by));
    const reports = await Promise.all(
      callers.map(({ synchronization }) => unwrapResult(synchronization.synchronize({}))),
    );
    expect(steps.filter((step) => step === 'begins')).toHaveLength(callers.length);
    expect(steps.slice(-2)).toEqual(['begins', 'begins']);
    expect(reports.map(({ written }) => written.includes('r.yml'))).toEqual([true, false, false]);
  }),
);
