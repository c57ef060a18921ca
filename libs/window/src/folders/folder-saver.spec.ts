import { type Folder, folderDefaults } from '@tandem/core';
import { RpcRefusal } from '@tandem/rpc/client';
import { describe, expect, it } from 'vitest';

import { createFolderSaver, type FolderEdits, openFolder } from './folder-saver.js';

const start = { ...folderDefaults, path: 'F', revision: 1 } as unknown as Folder;

/** A server with one folder, and its saver. */
const open = (during: (edits: FolderEdits) => void = () => undefined) => {
  const stored: FolderEdits[] = [];
  let now = start;
  const saver = createFolderSaver(openFolder(start), {
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
  it('folder edits are stored together, with only the edited fields', async () => {
    const { edit, flush, get, stored } = open();
    edit({ description: 'a' });
    edit({ description: 'ab', settings: { timeoutMs: 5 } });
    expect(get().edits).toEqual({ description: 'ab', settings: { timeoutMs: 5 } });
    await flush();
    expect(stored).toEqual([{ description: 'ab', settings: { timeoutMs: 5 } }]);
    expect(get().edits).toEqual({});
  });

  it('edits made during a store are stored next', async () => {
    const { edit, flush, stored, get } = open(({ description }) => {
      if (description === 'first') edit({ description: 'later' });
    });
    edit({ description: 'first' });
    await flush();
    expect(stored).toEqual([{ description: 'first' }, { description: 'later' }]);
    expect(get()).toMatchObject({ edits: {}, theirs: {} });
  });

  it('edits that cannot be stored stay, with the reason', async () => {
    const { edit, flush, get } = open(() => {
      throw new Error('the server has stopped');
    });
    edit({ description: 'kept' });
    await flush();
    expect(get()).toMatchObject({ edits: { description: 'kept' }, problem: 'the server has stopped' });
  });

  it('edits are stored beside a change of another field', async () => {
    const { edit, flush, get, elsewhere } = open();
    edit({ description: 'mine' });
    elsewhere({ settings: { timeoutMs: 5 } });
    await flush();
    expect(get()).toMatchObject({
      ...{ edits: {}, theirs: {} },
      stored: { description: 'mine', settings: { timeoutMs: 5 } },
    });
  });

  it.each(['read', 'refused'])('edits wait for a choice if the same field was changed (%s)', async (how) => {
    const { edit, flush, get, elsewhere, stored, receive, choose } = open();
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

  it('edits are dropped when the other value is chosen', async () => {
    const { edit, flush, get, elsewhere, stored, choose } = open();
    edit({ description: 'mine' });
    elsewhere({ description: 'theirs' });
    await flush();
    choose('description', 'theirs');
    await flush();
    expect(stored).toEqual([]);
    expect(get()).toMatchObject({ edits: {}, theirs: {}, stored: { description: 'theirs' } });
  });
});
