import { expect, it } from 'vitest';

import { maxDeletedFolders } from '../../folders/folder.js';
import type { Store } from '../../ports/repositories.js';
import { sampleFolder, sampleGraphqlRequest, sampleRequest, sampleWorkspace } from '../samples.js';
import { unwrapResult, type OpenStore, unwrapRefusal, describeSuite } from './opened.js';

const createWorkspace = ({ workspaces }: Store) => unwrapResult(workspaces.create(sampleWorkspace()));

/** The contract of every `Folders` adapter. */
export const testFoldersContract = (name: string, open: OpenStore): void => {
  describeSuite(`the ${name} repository of folders`, open, (on) => {
    it(
      'returns a folder field for field as it was created',
      on(async (store) => {
        const { id } = await createWorkspace(store);
        const folder = sampleFolder(id, {
          path: 'A/ünï "quoted" 💶',
          description: '# Notes\n',
          headers: [
            { name: 'X-Team', value: '"blue" 💶', enabled: true },
            { name: 'x-team', value: '', enabled: false },
          ],
          auth: { type: 'basic', username: 'u', password: '{{p}}' },
          variables: [{ name: 'a', value: '{{b}}', enabled: true }],
          settings: { timeoutMs: 5, followRedirects: false },
          connections: {
            ca: ['certs/ca.pem'],
            clientCertificates: [
              { domain: '*.a.example', type: 'pkcs12', file: 'c.p12', passphrase: '{{p}}', enabled: false },
            ],
          },
          seq: 1_500.5,
        });
        expect(await unwrapResult(store.folders.create(folder))).toEqual(folder);
        expect(await unwrapResult(store.folders.get(id, folder.id))).toEqual(folder);
      }),
    );

    it(
      "lists a workspace's folders in creation order, even if two workspaces share an id",
      on(async (store) => {
        const [mine, other] = [await createWorkspace(store), await createWorkspace(store)];
        const made = ['z', 'a', 'm'].map((path) => sampleFolder(mine.id, { path }));
        for (const folder of made) await unwrapResult(store.folders.create(folder));
        for (const folder of made)
          await unwrapResult(store.folders.create({ ...folder, workspaceId: other.id }));
        expect(await unwrapResult(store.folders.list(mine.id))).toEqual(made);
        expect(await unwrapResult(store.folders.list(other.id))).toHaveLength(3);
      }),
    );

    it(
      'refuses a duplicate or unknown id',
      on(async (store) => {
        const { id } = await createWorkspace(store);
        const folder = await unwrapResult(store.folders.create(sampleFolder(id)));
        expect(await unwrapRefusal(store.folders.create(folder))).toMatchObject({ kind: 'storage-failed' });
        const unknown = sampleFolder(id);
        const expected = { kind: 'not-found', entity: 'folder', ref: unknown.id };
        expect(await unwrapRefusal(store.folders.get(id, unknown.id))).toEqual(expected);
        expect(await unwrapRefusal(store.folders.replace(unknown, 1))).toEqual(expected);
        expect(await unwrapRefusal(store.folders.remove(id, unknown.id))).toEqual(expected);
      }),
    );

    it(
      'replaces and removes a folder only at the expected revision',
      on(async (store) => {
        const { id } = await createWorkspace(store);
        const folder = await unwrapResult(store.folders.create(sampleFolder(id)));
        const next = {
          ...folder,
          path: 'B',
          auth: { type: 'bearer', token: 't' } as const,
          settings: { maxRedirects: 1 },
          revision: 2,
        };
        expect(await unwrapResult(store.folders.replace(next, 1))).toEqual(next);
        expect(await unwrapResult(store.folders.get(id, folder.id))).toEqual(next);
        const conflict = { kind: 'revision-conflict', expected: 1, present: next };
        expect(await unwrapRefusal(store.folders.replace({ ...folder, revision: 2 }, 1))).toEqual(conflict);
        expect(await unwrapRefusal(store.folders.remove(id, folder.id, 1))).toEqual(conflict);
        await unwrapResult(store.folders.remove(id, folder.id, 2));
        expect(await unwrapResult(store.folders.list(id))).toEqual([]);
      }),
    );

    it(
      'changes a position without a new revision, and keeps the position when the folder is replaced',
      on(async (store) => {
        const { id } = await createWorkspace(store);
        const folder = await unwrapResult(store.folders.create(sampleFolder(id)));
        const unknown = sampleFolder(id);
        await unwrapResult(
          store.folders.place(id, [
            { id: folder.id, seq: 2_000 },
            { id: unknown.id, seq: 1 },
          ]),
        );
        expect(await unwrapResult(store.folders.get(id, folder.id))).toEqual({ ...folder, seq: 2_000 });
        const next = { ...folder, description: 'changed', revision: 2 };
        expect(await unwrapResult(store.folders.replace(next, 1))).toEqual({ ...next, seq: 2_000 });
        await unwrapResult(store.folders.place(id, [{ id: folder.id, seq: null }]));
        expect(await unwrapResult(store.folders.list(id))).toEqual([next]);
      }),
    );

    it(
      'keeps only the newest deleted folders, and forgets one on request',
      on(async (store) => {
        const [{ id }, other] = [await createWorkspace(store), await createWorkspace(store)];
        const folder = sampleFolder(id);
        const deleted = {
          id: folder.id,
          folders: [folder, sampleFolder(id, { path: 'Payments/Old' })],
          requests: [
            { request: sampleRequest(id, { folder: 'Payments' }), seq: 1_000 },
            { request: sampleGraphqlRequest(id, { folder: 'Payments/Old' }), seq: null },
          ],
        };
        expect(await unwrapResult(store.folders.deleted(id, folder.id))).toBeNull();
        await unwrapResult(store.folders.keepDeleted(id, { ...deleted, requests: [] }));
        await unwrapResult(store.folders.keepDeleted(id, deleted));
        expect(await unwrapResult(store.folders.deleted(id, folder.id))).toEqual(deleted);
        expect(await unwrapResult(store.folders.deleted(other.id, folder.id))).toBeNull();
        const later = Array.from({ length: maxDeletedFolders }, () => sampleFolder(id));
        for (const one of later)
          await unwrapResult(store.folders.keepDeleted(id, { id: one.id, folders: [one], requests: [] }));
        expect(await unwrapResult(store.folders.deleted(id, folder.id))).toBeNull();
        const first = later[0] ?? folder;
        expect(await unwrapResult(store.folders.deleted(id, first.id))).toMatchObject({ folders: [first] });
        await unwrapResult(store.folders.forgetDeleted(id, first.id));
        expect(await unwrapResult(store.folders.deleted(id, first.id))).toBeNull();
      }),
    );
  });
};
