import { describe as describeError, getErrorHint } from '@tandem/core';
import {
  unwrapResult,
  unwrapRefusal,
  sampleEnvironment,
  sampleRequest,
  sampleWorkspace,
} from '@tandem/core/testing';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';

import { openSqliteStore } from '../index.js';
import { testInFolder } from '../testing/in-folder.js';
import { executeSql } from '../testing/unreleased-build.js';

/** A workspace with two requests and two environments, one of each damaged by `statement`. */
const testWithDamage = (
  damage: (ids: { readonly request: string; readonly environment: string }) => string,
  test: (scene: Awaited<ReturnType<typeof sceneOf>>) => Promise<void>,
) =>
  testInFolder(async (folder) => {
    const scene = await sceneOf(join(folder, 't.sqlite'));
    try {
      await executeSql(scene.file, damage({ request: scene.broken.id, environment: scene.hidden.id }));
      await test(scene);
    } finally {
      await scene.close();
    }
  });

const sceneOf = async (file: string) => {
  const notice = vi.fn<(message: string) => void>();
  const { store, close } = await openSqliteStore({ file, notice });
  const { id } = await unwrapResult(store.workspaces.create(sampleWorkspace()));
  const whole = await unwrapResult(store.restRequests.create(sampleRequest(id)));
  const broken = await unwrapResult(store.restRequests.create({ ...sampleRequest(id), name: 'Broken' }));
  const shown = await unwrapResult(store.environments.create(sampleEnvironment(id)));
  const secrets = [{ name: 'TOKEN', value: 'hidden-value', enabled: true }];
  const hidden = await unwrapResult(
    store.environments.create({ ...sampleEnvironment(id), name: 'Broken', secrets }),
  );
  return { file, store, close, notice, id, whole, broken, shown, hidden };
};

const createDamageSql = ({
  request,
  environment,
}: {
  readonly request: string;
  readonly environment: string;
}) => `
  UPDATE rest_requests SET headers = '[{', body = '{"type":"hologram"}' WHERE id = '${request}';
  UPDATE environments SET secrets = substr(secrets, 1, length(secrets) - 4) WHERE id = '${environment}';`;

describe('a row that cannot be read', () => {
  it(
    'is named in an error, with the field and how to delete the row',
    { tags: 'storage:row' },
    testWithDamage(createDamageSql, async ({ store, id, broken }) => {
      const error = await unwrapRefusal(store.restRequests.get(id, broken.id));
      expect(error).toMatchObject({
        reason: 'unreadable-row',
        row: { entity: 'REST request', id: broken.id, name: 'Broken', fields: ['headers'] },
      });
      expect(`${describeError(error)} ${getErrorHint(error) ?? ''}`).toBe(
        `The REST request ${broken.id} ("Broken") cannot be read: invalid data in headers. Delete it with rest_delete, or restore a backup of the database, as docs/guides/storage.md describes.`,
      );
    }),
  );

  it(
    'is named with the field whose value is invalid, at any depth',
    { tags: 'storage:row' },
    testWithDamage(
      ({ request }) => `UPDATE rest_requests SET headers = '[{"name":1}]' WHERE id = '${request}';`,
      async ({ store, id, broken }) => {
        expect(await unwrapRefusal(store.restRequests.get(id, broken.id))).toMatchObject({
          row: { fields: ['headers'] },
        });
      },
    ),
  );

  it(
    'is omitted from lists and reported once',
    { tags: 'storage:row' },
    testWithDamage(createDamageSql, async ({ store, id, whole, shown, broken, hidden, notice }) => {
      expect(await unwrapResult(store.restRequests.all(id))).toEqual([whole]);
      expect((await unwrapResult(store.restRequests.list(id, { take: 9 }))).items).toHaveLength(2);
      expect(await unwrapResult(store.environments.list(id))).toEqual([shown]);
      await unwrapResult(store.environments.list(id));
      const said = notice.mock.calls.map(([message]) => message);
      expect(said).toHaveLength(2);
      expect(said[0]).toContain(broken.id);
      expect(said[1]).toContain(hidden.id);
    }),
  );

  it(
    'is omitted from the list of all requests, which still contains the requests after it, and is reported once',
    { tags: 'storage:row' },
    testWithDamage(
      ({ request }) => `UPDATE rest_requests SET url = x'00' WHERE id = '${request}';`,
      async ({ store, id, whole, broken, notice }) => {
        const last = await unwrapResult(store.restRequests.create(sampleRequest(id)));
        const page = async (after?: string) =>
          unwrapResult(
            store.requestPositions.page(id, after === undefined ? { take: 2 } : { take: 2, after }),
          );
        const first = await page();
        expect(first.items.map((one) => one.id)).toEqual([whole.id]);
        expect((await page(first.next)).items.map((one) => one.id)).toEqual([last.id]);
        await page();
        expect(notice.mock.calls).toHaveLength(1);
        expect(notice.mock.calls[0]?.[0]).toContain(broken.id);
      },
    ),
  );

  it(
    'can be deleted like any other row',
    { tags: 'storage:row' },
    testWithDamage(createDamageSql, async ({ store, id, broken, hidden }) => {
      await unwrapResult(store.restRequests.remove(id, broken.id, broken.revision));
      expect(await unwrapRefusal(store.restRequests.get(id, broken.id))).toMatchObject({ kind: 'not-found' });
      await unwrapResult(store.environments.remove(id, hidden.id, hidden.revision));
      expect(await unwrapResult(store.environments.unreadable(id))).toEqual([]);
    }),
  );

  it(
    'still has its secrets redacted',
    { tags: 'storage:row' },
    testWithDamage(createDamageSql, async ({ store, id, hidden }) => {
      const [left] = await unwrapResult(store.environments.unreadable(id));
      expect(left).toMatchObject({
        row: { id: hidden.id, name: 'Broken', fields: ['secrets'] },
        revision: 1,
      });
      expect(left?.secrets).toContainEqual({ name: 'TOKEN', value: 'hidden-value', enabled: true });
      const all = await unwrapResult(store.environments.allSecrets());
      expect(all.map(({ value }) => value)).toContain('hidden-value');
    }),
  );
});
