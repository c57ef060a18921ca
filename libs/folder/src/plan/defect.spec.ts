import { describe, expect, it } from 'vitest';

import { createTree } from '../testing/sides.js';
import { attempt } from './defect.js';
import { addRemoval, addWrite, createDraft } from './draft.js';
import { completeInSlices, toStep } from './slices.js';
import { InvalidResolutionError } from './decide.js';
import { computeHash } from './write-entity.js';

describe('planning an entity', () => {
  it('leaves the entity out of the plan if an exception is thrown, and reports a bug', async () => {
    const draft = createDraft();
    const defects: unknown[] = [];
    draft.deleted.push('before.yml');
    draft.unchanged = 2;
    const error = new Error('a bug');
    const work = () => {
      draft.deleted.push('a.yml');
      draft.forget.push('a');
      draft.unchanged += 1;
      throw error;
    };
    const done = await completeInSlices(
      attempt(
        draft,
        'a.yml',
        (...told) => void defects.push(told),
        () => toStep(work),
      ),
    );
    expect(done).toBeUndefined();
    expect(defects).toEqual([[error, 'a.yml']]);
    expect(draft).toMatchObject({ deleted: ['before.yml'], forget: [], unchanged: 2 });
    expect(draft.invalid).toEqual([
      {
        ...{ path: 'a.yml', line: 1, column: 1 },
        message: 'Tandem failed on this file, which is a bug; report it with the file: Error: a bug',
      },
    ]);
  });

  it('returns its result if no exception is thrown', async () => {
    const draft = createDraft();
    const work = () => draft.forget.push('a');
    expect(
      await completeInSlices(
        attempt(
          draft,
          'a.yml',
          () => undefined,
          () => toStep(work),
        ),
      ),
    ).toEqual({ value: 1 });
    expect(draft.forget).toEqual(['a']);
  });

  it('reports no bug if the caller passed an invalid value', async () => {
    const work = () => {
      throw new InvalidResolutionError(1, 'a text');
    };
    const attempted = completeInSlices(
      attempt(
        createDraft(),
        'a.yml',
        () => undefined,
        () => toStep(work),
      ),
    );
    await expect(attempted).rejects.toBeInstanceOf(InvalidResolutionError);
  });
});

describe('a plan', () => {
  const tree = createTree({ 'a.yml': computeHash('a'), 'b.yml': 'other' });

  it('writes a file only if its bytes change', () => {
    const draft = createDraft();
    expect(['a.yml', 'b.yml', 'c.yml'].map((path) => addWrite(draft, tree, path, 'a'))).toEqual([
      ...[false, true, true],
    ]);
    expect(draft.writes).toEqual([
      { path: 'b.yml', text: 'a', expected: 'other' },
      { path: 'c.yml', text: 'a', expected: null },
    ]);
    expect([...draft.kept]).toEqual(['a.yml', 'b.yml', 'c.yml']);
  });

  it('removes only existing files', () => {
    const draft = createDraft();
    addRemoval(draft, tree, 'b.yml', 'b');
    addRemoval(draft, tree, 'c.yml', 'c');
    addRemoval(draft, tree, 'a.yml');
    expect(draft.removals.map(({ path }) => path)).toEqual(['b.yml', 'a.yml']);
    expect([...draft.removing]).toEqual(['b']);
  });
});
