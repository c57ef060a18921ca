import { join } from 'node:path';

import { unwrapResult, sampleExecution, sampleWorkspace } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { openSqliteStore } from '../index.js';
import { testInFolder } from '../testing/in-folder.js';
import { executeSql } from '../testing/unreleased-build.js';

const bytes = new TextEncoder().encode('kept');

/** Creates an execution whose response had `size` bytes. */
const createReceivedExecution = (workspaceId: Parameters<typeof sampleExecution>[0], size: number) => {
  const execution = sampleExecution(workspaceId);
  const response = {
    status: 200,
    statusText: 'OK',
    time: 1,
    headers: {},
    cookies: [],
    textBody: 'kept',
    bodyType: 'text' as const,
    size,
    bodyTruncated: false,
  };
  return { ...execution, result: { ...execution.result, response } };
};

it.each([
  [4, false],
  [5, true],
])(
  'a body of 4 bytes that an older version stored for a response of %i bytes is truncated: %s',
  (size, truncated) =>
    testInFolder(async (folder) => {
      const file = join(folder, 'tandem.sqlite');
      const { store, close } = await openSqliteStore({ file });
      try {
        const workspace = await unwrapResult(store.workspaces.create(sampleWorkspace()));
        const { summary } = await unwrapResult(
          store.executions.add(
            createReceivedExecution(workspace.id, size),
            { kind: 'text', bytes, truncated: false },
            9,
          ),
        );
        await unwrapResult(store.executions.list(workspace.id, { take: 1 }));
        await executeSql(file, 'UPDATE executions SET "bodyTruncated" = NULL');
        expect(await unwrapResult(store.executions.body(workspace.id, summary.id))).toEqual({
          kind: 'text',
          bytes,
          truncated,
        });
      } finally {
        await close();
      }
    })(),
);
