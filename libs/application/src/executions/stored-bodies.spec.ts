import { unwrapRefusal, unwrapResult } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import { createQuietContext } from '../application.js';
import { loadKnownSecrets } from '../secrets/secrets.js';
import { createPlannedApplication, type PlannedApplication } from '../testing/index.js';
import { createStoredBodies } from './stored-bodies.js';

let fixture: PlannedApplication;
beforeEach(async () => {
  fixture = await createPlannedApplication();
});

const planResponse = (body: string, type = 'application/json') => {
  fixture.plan.response = { body: new TextEncoder().encode(body), headers: [['content-type', type]] };
};

describe('select in an execution', { tags: 'executions:select:whole' }, () => {
  it('selects from the whole body before the body is cut', async () => {
    planResponse(JSON.stringify({ pad: 'x'.repeat(12 * 1024 * 1024), last: 7 }));
    const result = await fixture.rest({}, { select: '$.last' });
    expect(result.selected).toEqual([7]);
    expect(result.response).toMatchObject({ textBody: '', bodyTruncated: true });
  });

  it('also returns the text of the body if the call limits its length', async () => {
    planResponse('{"a":1,"b":2}');
    const result = await fixture.rest({}, { select: '$.a', maxBodyBytes: 4 });
    expect([result.selected, result.response?.textBody]).toEqual([[1], '{"a"']);
  });

  it('causes a diagnostic if the response is not JSON', async () => {
    planResponse('<p>', 'text/html');
    const { selected, diagnostics } = await fixture.rest({}, { select: '$.a' });
    expect(selected).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: 'SELECT_FAILED', where: 'select' }]);
  });

  it('redacts secrets in the selection', async () => {
    const { id, activeEnvironmentId } = fixture.workspace;
    const secret = { kind: 'secret', name: 'KEY', value: 's3cret-value' } as const;
    await unwrapResult(fixture.store.environments.change(id, activeEnvironmentId!, [secret], 'now'));
    planResponse('{"echo":"s3cret-value"}');
    const request = await fixture.createRest({});
    const call = { ...createQuietContext(), redactsSecrets: true };
    const result = await unwrapResult(
      fixture.application.rest.execute({ id: request, select: '$.echo' }, call),
    );
    expect(result.selected).toEqual(['‹secret:KEY›']);
  });

  it('is refused before anything is sent if it is not a path', async () => {
    const id = await fixture.createRest({});
    expect(
      await unwrapRefusal(fixture.application.rest.execute({ id, select: 'a' }, createQuietContext())),
    ).toMatchObject({
      issues: [{ path: 'select' }],
    });
    expect(fixture.seen.sent).toEqual([]);
  });
});

it('a stored body is read once for all its ranges, and again after a value became secret', async () => {
  const planned = await createPlannedApplication();
  const { ports, store, workspace, plan } = planned;
  const bytes = new TextEncoder().encode('some s3cret-value');
  plan.response = { body: bytes, headers: [['content-type', 'text/plain']] };
  const { executionId } = await planned.rest();
  let reads = 0;
  const executions: typeof store.executions = {
    ...store.executions,
    body: (...args) => {
      reads += 1;
      return store.executions.body(...args);
    },
  };
  const counting = { ...ports, store: { ...store, executions } };
  const storedBodies = createStoredBodies();
  const text = async () => {
    const secrets = await unwrapResult(loadKnownSecrets(counting));
    const body = await unwrapResult(storedBodies(counting, workspace.id, executionId, secrets));
    return new TextDecoder().decode(body?.bytes);
  };
  expect([await text(), await text(), reads]).toEqual(['some s3cret-value', 'some s3cret-value', 1]);
  const change = { kind: 'secret', name: 'KEY', value: 's3cret-value' } as const;
  await unwrapResult(
    store.environments.change(workspace.id, workspace.activeEnvironmentId!, [change], 'now'),
  );
  expect([await text(), reads]).toEqual(['some ‹secret:KEY›', 2]);
});
