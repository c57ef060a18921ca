import { type AppError, createInvalidInput, type Secret } from '@tandem/core';
import { E, TE } from '@tandem/core/fp';
import { describe, expect, it } from 'vitest';

import { createQuietContext } from '../application.js';
import { createCalls } from '../call.js';
import type { CallContext } from '../call-context.js';
import type { UncheckedCall } from '../operation.js';
import { anyOperations, type ListedOperation } from '../operations.js';
import { createPlannedApplication } from '../testing/index.js';
import { hideSecrets } from './hide-secrets.js';

type Name = ListedOperation['name'];

const unreadable: AppError = { kind: 'storage-failed', doing: 'reading', reason: 'other', cause: 'disk' };
const operationOf = (name: Name) => anyOperations.find((one) => one.name === name)!;
const secret = (name: string, value: string): Secret => ({ name, value });

/** Calls `call` as the operation `name`. Each read of the stored secrets returns the next element of `stored`. */
const callHidden = async (
  name: Name,
  call: UncheckedCall,
  stored: readonly (readonly Secret[] | AppError)[],
  context: Partial<CallContext> = {},
) => {
  const { application } = await createPlannedApplication();
  let reads = 0;
  const hiddenSecrets = () => {
    const next = stored[reads++] ?? [];
    return 'kind' in next ? TE.left(next) : TE.right(next);
  };
  const bound = hideSecrets({ ...application, hiddenSecrets })(operationOf(name), call);
  const outcome = await bound({}, { ...createQuietContext(), hidesSecrets: true, ...context })();
  return { outcome, reads };
};

const answerWith =
  (value: unknown): UncheckedCall =>
  () =>
    TE.right(value);

const workspace = (name: string) => ({
  workspaces: [{ id: 'ws_0000000000000001', name, path: '/a', active: true }],
});

describe('a call by a caller that may not see secrets', () => {
  it('hides secrets that are stored after it', async () => {
    const { outcome, reads } = await callHidden('workspaces_list', answerWith(workspace('of hunter-22')), [
      [secret('KEY', 'hunter-22')],
    ]);
    expect(outcome).toEqual(E.right(workspace('of ‹secret:KEY›')));
    expect(reads).toBe(1);
  });

  it('hides secrets that it has deleted', async () => {
    const deleted = { deleted: 'hunter-22' };
    const { outcome, reads } = await callHidden('rest_delete', answerWith(deleted), [
      [secret('KEY', 'hunter-22')],
      [],
    ]);
    expect(JSON.stringify(outcome)).not.toContain('hunter-22');
    expect(reads).toBe(2);
  });

  it('hides the secrets that it uses, in the result and in progress', async () => {
    const told: unknown[] = [];
    const context = { ...createQuietContext(), progress: (...step: unknown[]) => told.push(step) };
    const call: UncheckedCall = (_params, { secrets, progress, hidesSecrets }) => {
      progress(1, 3, 'send hunter-22');
      secrets?.add([]);
      secrets?.add([secret('KEY', 'hunter-22')]);
      progress(2, 3, 'send hunter-22');
      return TE.right(workspace(`hunter-22 ${String(hidesSecrets)}`));
    };
    const { outcome } = await callHidden('workspaces_list', call, [[secret('OTHER', 'swordfish')]], context);
    expect(told).toEqual([
      [1, 3, 'send hunter-22'],
      [2, 3, 'send ‹secret:KEY›'],
    ]);
    expect(outcome).toEqual(E.right(workspace('‹secret:KEY› true')));
  });

  it('is refused if the secrets cannot be read before it, and gets no answer if they cannot be read after it', async () => {
    let calls = 0;
    const call: UncheckedCall = () => {
      calls += 1;
      return TE.right({ deleted: 'x' });
    };
    expect((await callHidden('rest_delete', call, [unreadable])).outcome).toEqual(E.left(unreadable));
    expect(calls).toBe(0);
    expect((await callHidden('rest_delete', call, [[], unreadable])).outcome).toEqual(E.left(unreadable));
    expect(calls).toBe(1);
  });

  it('is searched again only for errors if the operation hides secrets itself', async () => {
    const stored = [[secret('KEY', 'hunter-22')]];
    const answered = await callHidden('rest_execute', answerWith('a hunter-22'), stored);
    expect(answered).toEqual({ outcome: E.right('a hunter-22'), reads: 0 });
    const invalid = createInvalidInput('id', 'is not hunter-22', { expected: 'an id', got: 'x' });
    const refused = await callHidden('rest_execute', () => TE.left(invalid), stored);
    expect(JSON.stringify(refused.outcome)).not.toContain('hunter-22');
  });

  it('hides secrets in errors and keeps the error kind', async () => {
    const refusing = (error: AppError) => () => TE.left(error);
    const sought = [[secret('KEY', 'hunter-22'), secret('KIND', 'invalid-input'), secret('WHY', 'other')]];
    const invalid = createInvalidInput('id', 'is not hunter-22', { expected: 'an id', got: 'hunter-22' });
    const refused = await callHidden('workspaces_list', refusing(invalid), sought);
    expect(refused.outcome).toMatchObject(E.left({ kind: 'invalid-input' }));
    expect(JSON.stringify(refused.outcome)).not.toContain('hunter-22');
    const cause = new Error('hunter-22');
    const failed: AppError = { kind: 'storage-failed', doing: 'hunter-22', reason: 'other', cause };
    expect((await callHidden('workspaces_list', refusing(failed), sought)).outcome).toEqual(
      E.left({ ...failed, doing: '‹secret:KEY›' }),
    );
  });
});

describe('the marker of a hidden secret', () => {
  const marked = { id: '‹secret:KEY›' };
  const outcomeOf = async (name: Name, hidesSecrets: boolean) => {
    const { application } = await createPlannedApplication();
    const outcome = await createCalls(application).byName.get(name)!(marked, {
      ...createQuietContext(),
      hidesSecrets,
    })();
    return E.isLeft(outcome) ? JSON.stringify(outcome.left) : 'answered';
  };

  it('is refused in changes by a caller that receives markers', async () => {
    expect(await outcomeOf('rest_delete', true)).toContain('contains the marker of a hidden secret');
    expect(await outcomeOf('rest_delete', false)).not.toContain('contains the marker');
    expect(await outcomeOf('workspaces_get', true)).not.toContain('contains the marker');
  });
});
