import { unwrapResult } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { fileOperations } from './files/operations.js';
import { testInHouse } from './testing/house.js';

it(
  'runs of one workspace wait for each other, whoever starts them',
  testInHouse(async (house) => {
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
