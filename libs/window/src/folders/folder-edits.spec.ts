import { type Folder, folderDefaults } from '@tandem/core';
import { RpcRefusal } from '@tandem/rpc/client';
import { describe, expect, it } from 'vitest';

import {
  createFolderEdits,
  type FolderEdits,
  isStored,
  type FolderDraft,
  parseFolderDrafts,
  createFolderSaver,
  openFolder,
} from './folder-edits.js';

const folder: Folder = {
  ...folderDefaults,
  id: 'fold_aaaaaaaaaaaaaaaa' as Folder['id'],
  workspaceId: 'ws_1' as Folder['workspaceId'],
  path: 'F',
  seq: null,
  revision: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

const createFolderDraft = (edits: FolderEdits, more: Partial<FolderDraft> = {}): FolderDraft => ({
  ...{ stored: folder, edits, theirs: {}, unfinished: {} },
  ...more,
});

const refusal = (code: string, details: unknown) =>
  new RpcRefusal({ code, message: `${code}.`, hint: '', details });

/** Opens a page with the edits that an earlier page left, and a server whose folder may have changed meanwhile. */
const open = (before: readonly FolderDraft[], server: { now: Folder | undefined }) => {
  let written: readonly FolderDraft[] = before;
  const edits = createFolderEdits({
    store: (_, changes, ifRevision) => {
      const { now } = server;
      if (now === undefined) return Promise.reject(refusal('NOT_FOUND', {}));
      if (ifRevision !== now.revision) return Promise.reject(refusal('REVISION_CONFLICT', { present: now }));
      server.now = { ...now, ...changes, revision: now.revision + 1 };
      return Promise.resolve(server.now);
    },
    later: () => () => undefined,
    kept: {
      readFolders: () => parseFolderDrafts(JSON.parse(JSON.stringify(written))),
      writeFolders: (folders) => (written = folders),
    },
  });
  return { edits, written: () => written };
};

it('flushing all folder edits waits until they are stored', { tags: 'inherit:window' }, async () => {
  const server = { now: folder as Folder | undefined };
  const { edits } = open([], server);
  edits.of(folder).edit({ description: 'typed just now' });
  await edits.flushAll();
  expect(server.now?.description).toBe('typed just now');
});

describe('folder edits interrupted by a reload', { tags: 'inherit:window' }, () => {
  it('are stored by the next page, and then dropped', async () => {
    const server = { now: folder as Folder | undefined };
    const page = open([createFolderDraft({ description: 'mine' })], server);
    expect(page.edits.interrupted('ws_1')).toMatchObject([{ id: 'fold_aaaaaaaaaaaaaaaa' }]);
    expect(page.edits.interrupted('ws_2')).toEqual([]);
    await page.edits.of(folder).flush();
    expect([server.now?.description, page.written()]).toEqual(['mine', []]);
  });

  it('do not conflict with new edits if the previous page has already stored them', async () => {
    const server = { now: { ...folder, description: 'mine', revision: 2 } as Folder | undefined };
    const saver = open([createFolderDraft({ description: 'mine' })], server).edits.of(folder);
    const storing = saver.flush();
    saver.edit({ description: 'mine, and more' });
    await storing;
    await saver.flush();
    expect([server.now?.description, saver.get().theirs]).toEqual(['mine, and more', {}]);
  });

  it('wait for a choice if someone else changed the same field', async () => {
    const server = { now: { ...folder, description: 'theirs', revision: 2 } as Folder | undefined };
    const page = open([], server);
    page.edits.restore([createFolderDraft({ description: 'mine', script: '// mine' })]);
    const { get, flush, choose } = page.edits.of(folder);
    await flush();
    expect(server.now).toMatchObject({ description: 'theirs', script: '// mine' });
    expect(page.written()).toMatchObject([
      { edits: { description: 'mine' }, theirs: { description: 'theirs' } },
    ]);
    choose('description', 'mine');
    await flush();
    expect([server.now?.description, isStored(get())]).toEqual(['mine', true]);
  });

  it('do not replace newer edits of this page', () => {
    const page = open([createFolderDraft({ description: 'newer' })], { now: folder });
    page.edits.restore([createFolderDraft({ description: 'older' })]);
    expect(page.edits.of(folder).get().edits).toEqual({ description: 'newer' });
  });

  it('include invalid text', async () => {
    const server = { now: folder as Folder | undefined };
    const first = open([], server);
    first.edits.of(folder).type('timeoutMs', 'soon');
    const next = open(first.written(), server).edits.of(folder);
    expect(next.get().unfinished).toEqual({ timeoutMs: 'soon' });
    next.type('timeoutMs', '250');
    await next.flush();
    expect([server.now?.settings, next.get().unfinished]).toEqual([{ timeoutMs: 250 }, {}]);
  });

  it('are kept only while the page is open if the folder was deleted', async () => {
    const server = { now: undefined as Folder | undefined };
    const page = open([createFolderDraft({ description: 'mine' })], server);
    const saver = page.edits.of(folder);
    await saver.flush();
    expect([page.written(), saver.get().edits]).toEqual([[], { description: 'mine' }]);
    server.now = folder;
    saver.receive(folder);
    await saver.flush();
    expect(server.now.description).toBe('mine');
  });
});

it('stored values that are not folder edits are ignored', () => {
  expect(parseFolderDrafts([null, 1, { stored: null }, { stored: { id: 'rest_1' } }])).toEqual([]);
  expect(parseFolderDrafts('x')).toEqual([]);
});

/** Opens a server with one folder, and a saver for that folder. */
const openSaver = (during: (edits: FolderEdits) => void = () => undefined) => {
  const stored: FolderEdits[] = [];
  let now = folder;
  const saver = createFolderSaver(openFolder(folder), {
    store: (edits, ifRevision) => {
      during(edits);
      if (ifRevision !== now.revision)
        return Promise.reject(
          new RpcRefusal({
            ...{ code: 'REVISION_CONFLICT', message: '', hint: '', details: { present: now } },
          }),
        );
      stored.push(edits);
      now = { ...now, ...edits, revision: now.revision + 1 };
      return Promise.resolve(now);
    },
    later: () => () => undefined,
    onChange: () => undefined,
  });
  const elsewhere = (edits: FolderEdits): Folder => (now = { ...now, ...edits, revision: now.revision + 1 });
  return { ...saver, stored, elsewhere };
};

describe('folder edits', { tags: 'inherit:window' }, () => {
  it('are stored together, and only the edited fields are sent', async () => {
    const { edit, flush, get, stored } = openSaver();
    edit({ description: 'a' });
    edit({ description: 'ab', settings: { timeoutMs: 5 } });
    expect(get().edits).toEqual({ description: 'ab', settings: { timeoutMs: 5 } });
    await flush();
    expect(stored).toEqual([{ description: 'ab', settings: { timeoutMs: 5 } }]);
    expect(get().edits).toEqual({});
  });

  it('are stored next if they are made while other edits are being stored', async () => {
    const { edit, flush, stored, get } = openSaver(({ description }) => {
      if (description === 'first') edit({ description: 'later' });
    });
    edit({ description: 'first' });
    await flush();
    expect(stored).toEqual([{ description: 'first' }, { description: 'later' }]);
    expect(get()).toMatchObject({ edits: {}, theirs: {} });
  });

  it('are kept if they cannot be stored, and the reason is shown', async () => {
    const { edit, flush, get } = openSaver(() => {
      throw new Error('the server has stopped');
    });
    edit({ description: 'kept' });
    await flush();
    expect(get()).toMatchObject({ edits: { description: 'kept' }, problem: 'the server has stopped' });
  });

  it('are stored even if someone else changed another field', async () => {
    const { edit, flush, get, elsewhere } = openSaver();
    edit({ description: 'mine' });
    elsewhere({ settings: { timeoutMs: 5 } });
    await flush();
    expect(get()).toMatchObject({
      ...{ edits: {}, theirs: {} },
      stored: { description: 'mine', settings: { timeoutMs: 5 } },
    });
  });

  it.each(['read', 'refused'])('wait for a choice if the same field was changed (%s)', async (how) => {
    const { edit, flush, get, elsewhere, stored, receive, choose } = openSaver();
    edit({ description: 'mine', settings: { timeoutMs: 5 } });
    const now = elsewhere({ description: 'theirs' });
    if (how === 'read') receive(now);
    await flush();
    expect(get()).toMatchObject({
      edits: { description: 'mine' },
      theirs: { description: 'theirs' },
      stored: { settings: { timeoutMs: 5 } },
    });
    choose('description', 'mine');
    await flush();
    expect(stored.at(-1)).toEqual({ description: 'mine' });
    expect(get()).toMatchObject({ edits: {}, theirs: {} });
  });

  it('are discarded if the person chooses the value that someone else stored', async () => {
    const { edit, flush, get, elsewhere, stored, choose } = openSaver();
    edit({ description: 'mine' });
    elsewhere({ description: 'theirs' });
    await flush();
    choose('description', 'theirs');
    await flush();
    expect(stored).toEqual([]);
    expect(get()).toMatchObject({ edits: {}, theirs: {}, stored: { description: 'theirs' } });
  });
});
