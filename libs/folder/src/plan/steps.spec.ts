import { createFolderEntity, type FolderBase, type FolderState } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { createDraft } from './draft.js';
import { createFolderSteps } from './steps.js';

const base = (id: string): FolderBase => ({
  id,
  kind: 'rest',
  path: `${id}.yml`,
  folder: '',
  fileHash: '',
  scriptHash: '',
  revision: 1,
  seq: null,
  settled: true,
  searched: '',
  fields: '{}',
});

const state = { stored: [], planned: [], memory: { bases: [], removals: [] } } as unknown as FolderState;

/** A draft that adds `count` new requests and moves another one. */
const draftOf = (count: number) => {
  const draft = createDraft();
  const put = (id: string, kind: 'rest' | 'environment' = 'rest') => {
    draft.changes.push({ do: 'put', entity: createFolderEntity(kind, id, {}), expected: null });
    draft.put.push(base(id));
  };
  put('env_1', 'environment');
  for (let at = 0; at < count; at++) put(`rest_${at}`);
  put('moved');
  draft.removing.add('moved');
  draft.removals.push({ path: 'old.yml', hash: '' });
  return draft;
};

describe('the transactions of a large synchronization', () => {
  it('have a limited size, and all removals are in the last transaction', { tags: 'folder:slices' }, () => {
    const steps = createFolderSteps(draftOf(120), state);
    expect(steps.map(({ changes, memory }) => [changes.length, memory.put.length])).toEqual([
      [50, 50],
      [50, 50],
      [20, 20],
      [2, 2],
    ]);
    const isLast = steps.map(({ memory, done }) => [memory.removals?.length ?? null, done?.length ?? null]);
    expect(isLast).toEqual([
      [null, 50],
      [null, 50],
      [null, 20],
      [1, null],
    ]);
    expect(steps.at(-1)?.memory.put.map(({ id }) => id)).toEqual(['env_1', 'moved']);
  });

  it('are none if nothing changes, and a single one if only planned writes are forgotten', () => {
    expect(createFolderSteps(createDraft(), state)).toEqual([]);
    const interrupted = { ...state, memory: { bases: [], removals: [{ path: 'a.yml', hash: '' }] } };
    expect(createFolderSteps(createDraft(), interrupted)).toHaveLength(1);
  });
});
