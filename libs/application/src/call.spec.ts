import { type AppError, createInvalidInput, type Secret } from '@tandem/core';
import { E, TE } from '@tandem/core/fp';
import { describe, expect, it } from 'vitest';

import { createQuietContext } from './application.js';
import type { CallContext } from './call-context.js';
import { createCalls, createExecutionRegistry, findMarkerProblem, redactSecretsInCall } from './call.js';
import type { UncheckedCall } from './operation.js';
import { anyOperations, type ListedOperation } from './operations.js';
import { createPlannedApplication } from './testing/index.js';

type Name = ListedOperation['name'];

const unreadable: AppError = { kind: 'storage-failed', doing: 'reading', reason: 'other', cause: 'disk' };
const operationOf = (name: Name) => anyOperations.find((one) => one.name === name)!;
const secret = (name: string, value: string): Secret => ({ name, value });

/** Calls the operation `name`, implemented by `call`. Each time the stored secrets are read, the next element of `stored` is returned. */
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
  const bound = redactSecretsInCall({ ...application, hiddenSecrets })(operationOf(name), call);
  const outcome = await bound({}, { ...createQuietContext(), redactsSecrets: true, ...context })();
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
  it('redacts secrets that the call stores', async () => {
    const { outcome, reads } = await callHidden('workspaces_list', answerWith(workspace('of hunter-22')), [
      [secret('KEY', 'hunter-22')],
    ]);
    expect(outcome).toEqual(E.right(workspace('of ‹secret:KEY›')));
    expect(reads).toBe(1);
  });

  it('redacts secrets that the call deletes', async () => {
    const deleted = { deleted: 'hunter-22' };
    const { outcome, reads } = await callHidden('rest_delete', answerWith(deleted), [
      [secret('KEY', 'hunter-22')],
      [],
    ]);
    expect(JSON.stringify(outcome)).not.toContain('hunter-22');
    expect(reads).toBe(2);
  });

  it('redacts the secrets that it uses, in the result and in progress', async () => {
    const received: unknown[] = [];
    const context = { ...createQuietContext(), progress: (...step: unknown[]) => received.push(step) };
    const call: UncheckedCall = (_params, { secrets, progress, redactsSecrets }) => {
      progress(1, 3, 'send hunter-22');
      secrets?.add([]);
      secrets?.add([secret('KEY', 'hunter-22')]);
      progress(2, 3, 'send hunter-22');
      return TE.right(workspace(`hunter-22 ${String(redactsSecrets)}`));
    };
    const { outcome } = await callHidden('workspaces_list', call, [[secret('OTHER', 'swordfish')]], context);
    expect(received).toEqual([
      [1, 3, 'send hunter-22'],
      [2, 3, 'send ‹secret:KEY›'],
    ]);
    expect(outcome).toEqual(E.right(workspace('‹secret:KEY› true')));
  });

  it('starts only if secrets can be read, and returns a result only if they can be read again afterwards', async () => {
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

  it('redacts errors, but not results, of an operation that redacts its own results', async () => {
    const stored = [[secret('KEY', 'hunter-22')]];
    const answered = await callHidden('rest_execute', answerWith('a hunter-22'), stored);
    expect(answered).toEqual({ outcome: E.right('a hunter-22'), reads: 0 });
    const invalid = createInvalidInput('id', 'is not hunter-22', { expected: 'an id', got: 'x' });
    const refused = await callHidden('rest_execute', () => TE.left(invalid), stored);
    expect(JSON.stringify(refused.outcome)).not.toContain('hunter-22');
  });

  it('redacts secrets in errors and keeps the error kind', async () => {
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

describe('the marker of a redacted secret', () => {
  const marked = { id: '‹secret:KEY›' };
  const outcomeOf = async (name: Name, redactsSecrets: boolean) => {
    const { application } = await createPlannedApplication();
    const outcome = await createCalls(application).byName.get(name)!(marked, {
      ...createQuietContext(),
      redactsSecrets,
    })();
    return E.isLeft(outcome) ? JSON.stringify(outcome.left) : 'answered';
  };

  it('is refused in the arguments of a change, but only from a caller that receives markers', async () => {
    expect(await outcomeOf('rest_delete', true)).toContain('contains the marker of a hidden secret');
    expect(await outcomeOf('rest_delete', false)).not.toContain('contains the marker');
    expect(await outcomeOf('workspaces_get', true)).not.toContain('contains the marker');
  });
});

const refusalOf = (params: unknown) => {
  const error = findMarkerProblem(params);
  return error?.kind === 'invalid-input' ? error.issues[0] : error;
};

describe('arguments with the marker of a redacted secret', () => {
  it.each<[unknown, string, string]>([
    [{ url: 'http://h/‹secret:KEY›' }, 'url', '{{KEY}}'],
    [{ headers: [{ value: 'a' }, { value: 'Bearer ‹secret:KEY›' }] }, 'headers[1].value', '{{KEY}}'],
    [{ body: { content: '‹secret:A B›' } }, 'body.content', '{{A B}}'],
    [{ url: '‹secret›' }, 'url', 'a variable'],
    [{ url: '‹secret:›' }, 'url', 'a variable'],
    [{ first: 1, second: '‹secret:A›', third: '‹secret:B›' }, 'second', '{{A}}'],
    ['‹secret:KEY›', '', '{{KEY}}'],
    [['x', '‹secret:KEY›'], '[1]', '{{KEY}}'],
  ])('%j are refused at %j', (params, path, instead) => {
    const refused = refusalOf(params);
    expect(refused).toMatchObject({ path });
    expect(JSON.stringify(refused)).toContain(`write ${instead} in its place`);
  });

  it.each<[unknown]>([
    [undefined],
    [null],
    [{ url: 'http://h/{{KEY}}', deep: [{ a: null, b: true, c: 1 }] }],
    [{ url: 'secret:KEY' }],
    [{ url: '‹secretKEY›' }],
    [{ url: '‹secret:KEY' }],
    [{ '‹secret:KEY›': 'the name of a field' }],
  ])('%j are allowed', (params) => {
    expect(findMarkerProblem(params)).toBeUndefined();
  });
});

const execute = { watched: true } as const;
const params = { id: 'rest_1' };

describe('running executions', () => {
  it('are listed with their step and their caller, until they end', async () => {
    const { running, watch } = createExecutionRegistry();
    const received: unknown[] = [];
    running.subscribe((list) =>
      received.push(list.map(({ requestId, step, by }) => ({ requestId, step, by }))),
    );
    const answer = await watch(execute, params, { ...createQuietContext(), by: 'agent' }, (context) => {
      context.progress(1, 6, 'send');
      return Promise.resolve('done');
    });
    const one = { requestId: 'rest_1', by: 'agent' };
    expect([answer, received]).toEqual([
      'done',
      [[{ ...one, step: undefined }], [{ ...one, step: 'send' }], []],
    ]);
  });

  it('can be cancelled once by another caller', async () => {
    const { running, watch } = createExecutionRegistry();
    const ended = watch(
      execute,
      params,
      createQuietContext(),
      ({ signal }) =>
        new Promise<string>((resolve) => {
          signal.addEventListener('abort', () => {
            resolve('cancelled');
          });
        }),
    );
    const id = running.list()[0]?.id ?? '';
    expect(running.stop(id)).toBe(true);
    expect(await ended).toBe('cancelled');
    expect([running.stop(id), running.list()]).toEqual([false, []]);
  });

  it('are listed with the id of the request even if the call named the request by its path', async () => {
    const { running, watch } = createExecutionRegistry();
    await watch(execute, { id: 'Users/Get user' }, createQuietContext(), (context) => {
      context.executes?.('rest_1');
      expect(running.list()).toMatchObject([{ requestId: 'rest_1' }]);
      return Promise.resolve();
    });
  });

  it('include only calls that execute requests', async () => {
    const { running, watch } = createExecutionRegistry();
    await watch({}, params, createQuietContext(), () => {
      expect(running.list()).toEqual([]);
      return Promise.resolve();
    });
  });
});
