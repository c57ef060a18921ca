import { describe, expect, it } from 'vitest';

import { createFolderSaver, type FolderEdits } from './folder-saver.js';

const saver = (store: (edits: FolderEdits) => Promise<void>) =>
  createFolderSaver({ store, later: () => () => undefined, onChange: () => undefined });

describe('the edits of a folder', () => {
  it('are stored together, and only the fields that were edited', async () => {
    const stored: FolderEdits[] = [];
    const { edit, flush, get } = saver((edits) => Promise.resolve(void stored.push(edits)));
    edit({ description: 'a' });
    edit({ description: 'ab', settings: { timeoutMs: 5 } });
    expect(get().edits).toEqual({ description: 'ab', settings: { timeoutMs: 5 } });
    await flush();
    expect(stored).toEqual([{ description: 'ab', settings: { timeoutMs: 5 } }]);
    expect(get().edits).toEqual({});
  });

  it('made while others are stored are stored next', async () => {
    const stored: FolderEdits[] = [];
    const { edit, flush } = saver((edits) => {
      if (stored.push(edits) === 1) edit({ description: 'later' });
      return Promise.resolve();
    });
    edit({ description: 'first' });
    await flush();
    expect(stored).toEqual([{ description: 'first' }, { description: 'later' }]);
  });

  it('stay when they cannot be stored, with the reason', async () => {
    const { edit, flush, get } = saver(() => Promise.reject(new Error('the server has stopped')));
    edit({ description: 'kept' });
    await flush();
    expect(get()).toMatchObject({ edits: { description: 'kept' }, problem: 'the server has stopped' });
  });
});
