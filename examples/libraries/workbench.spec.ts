import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createQuietContext } from '@tandem/application';
import { describe as describeError } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { startEchoServer } from '@tandem/echo';
import { openWorkbench } from '@tandem/workbench';
import { expect, it } from 'vitest';

it('a workbench saves a request in a workspace and executes it with its script', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-example-'));
  const echo = await startEchoServer();
  const workbench = await openWorkbench({
    dataFolder: join(folder, 'data'),
    version: '1.0.0',
    builtIns: () => ({ echo_base_url: echo.url }),
  });
  try {
    await workbench.openFolder(join(folder, 'shop'));
    const { rest } = workbench.application;
    const created = await rest.create({
      name: 'Users',
      url: '{{echo_base_url}}/users',
      queryParams: [{ name: 'page', value: '2', enabled: true }],
      script: `export function onTest(req, res) {
        test('answers', () => expect(res.json().args.page).toBe('2'));
      }`,
    })();
    if (E.isLeft(created)) throw new Error(describeError(created.left));
    const executed = await rest.execute({ id: created.right.id }, createQuietContext())();
    if (E.isLeft(executed)) throw new Error(describeError(executed.left));
    expect(executed.right.response?.status).toBe(200);
    expect(executed.right.lifecycle.tests.results).toMatchObject([{ name: 'answers', status: 'passed' }]);

    const paths: string[] = [];
    const report = await workbench.run(
      { rows: [{ user: 'Ann' }, { user: 'Bob' }], retry: 1 },
      { onEvent: (event) => event.kind === 'request-ended' && paths.push(event.entry.path) },
    );
    expect(report).toMatchObject({ isGreen: true, counts: { requests: 2, passed: 2 } });
    expect(paths).toEqual(['Users', 'Users']);
  } finally {
    await workbench.close();
    await echo.stop();
    await rm(folder, { recursive: true });
  }
});
