import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

let on: OnDisk;
beforeAll(async () => {
  on = await openOnDisk((_request, response) => {
    response.end('{}');
  });
});
afterAll(() => on.close());

it(
  'a change read from a file belongs to the folder, and an agent that synchronizes cannot undo it',
  { tags: 'activity:agents' },
  async () => {
    const agent = on.application.as({ by: 'smith', kind: 'mcp', session: 's' });
    const { id } = await on.create({ name: 'Pulled', url: 'http://127.0.0.1:9/first' });
    await unwrapResult(agent.synchronization.synchronize({}));
    const file = join(on.folder, 'tandem', 'pulled.yml');
    await writeFile(file, (await readFile(file, 'utf8')).replace('/first', '/edited'));
    await unwrapResult(agent.synchronization.synchronize({}));
    const { changes } = await unwrapResult(agent.activity.changes({ id, take: 10 }));
    expect(changes[0]).toMatchObject({ op: 'updated', fields: ['url'], by: 'folder', kind: 'folder' });
    expect(changes[0]).not.toHaveProperty('mine');
    await unwrapResult(agent.activity.undoChanges({ since: new Date(0).toISOString() }));
    await unwrapResult(agent.activity.undoChanges({ by: 'smith', since: new Date(0).toISOString() }));
    expect(await unwrapResult(on.application.rest.get({ id }))).toMatchObject({
      url: 'http://127.0.0.1:9/edited',
    });
  },
);
