import { describe, expect, it } from 'vitest';

import type { SavedRequest } from './saved-request.js';
import { keptWords, undoEdits } from './undo.js';

const request = (fields: Record<string, unknown>, revision = 1) =>
  ({
    id: 'rest_0',
    workspaceId: 'ws_0',
    name: 'A',
    url: '/a',
    description: '',
    settings: { timeoutMs: 1, followRedirects: true },
    revision,
    createdAt: 't0',
    updatedAt: `t${revision}`,
    ...fields,
  }) as unknown as SavedRequest;

const before = request({});
const after = request({ url: '/agent', description: 'agent' }, 2);

describe('an undo', () => {
  it('restores what the change set, and nothing that was changed since', () => {
    const present = request({ url: '/agent', description: 'agent', name: 'Mine' }, 3);
    expect(undoEdits(before, after, present)).toEqual({
      edits: { url: '/a', description: '' },
      kept: [],
    });
  });

  it('leaves a field that no longer holds what the change set, and says which', () => {
    const present = request({ url: '/agent', description: 'mine' }, 3);
    const { edits, kept } = undoEdits(before, after, present);
    expect([edits, kept]).toEqual([{ url: '/a' }, ['description']]);
    expect(keptWords(kept)).toBe('Later changes were kept: notes.');
  });

  it('says nothing about a field that has its old value already', () => {
    const present = request({ url: '/a', description: 'agent' }, 3);
    expect(undoEdits(before, after, present)).toEqual({ edits: { description: '' }, kept: [] });
  });

  it('treats objects with another order of keys as equal', () => {
    const same = request({ settings: { followRedirects: true, timeoutMs: 1 } }, 2);
    expect(undoEdits(before, same, same)).toEqual({ edits: {}, kept: [] });
  });
});
