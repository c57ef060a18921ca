import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import { createQuietContext } from '../application.js';
import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';
import type { CreateRest } from './request-arguments.js';

let on: PlannedApplication;
beforeEach(async () => {
  on = await createPlannedApplication();
});

const preview = async (fields: Partial<CreateRest>) => {
  const id = await on.createRest(fields);
  return unwrapResult(on.application.requests.preview({ id }, createQuietContext()));
};

describe('a preview', { tags: 'preview:request' }, () => {
  it('shows the request after variables, auth and onRequest, and neither sends nor stores anything', async () => {
    on.plan.onRequest = {
      request: { url: 'http://h/changed', method: 'PUT', headers: [['x-b', 'script']], body: 'script' },
      changes: [{ kind: 'variable', name: 'made', value: 'x' }],
    };
    const shown = await preview({ url: 'http://h/', script: 'x' });
    expect(shown).toMatchObject({
      request: {
        method: 'PUT',
        url: 'http://h/changed',
        headers: [{ name: 'x-b', value: 'script' }],
        body: 'script',
      },
      mocked: false,
      error: null,
    });
    expect(on.seen.sent).toEqual([]);
    expect((await on.environment()).variables).toEqual([]);
    expect((await unwrapResult(on.application.executions.list({ take: 9 }))).executions).toEqual([]);
  });

  it('redacts secrets', async () => {
    const { id } = await on.environment();
    await unwrapResult(on.application.environments.update({ id, secrets: { token: 'very-secret' } }));
    const shown = await preview({
      url: 'http://h/{{token}}',
      auth: { type: 'bearer', token: '{{token}}' },
      body: { type: 'text', content: '{{token}}' },
    });
    expect(JSON.stringify(shown)).not.toContain('very-secret');
    expect(shown).toMatchObject({
      request: { url: 'http://h/‹secret:token›', body: '‹secret:token›' },
    });
  });

  it('says why the request could not be sent', async () => {
    expect(await preview({ url: '{{nowhere}}/' })).toMatchObject({ error: { code: 'UNRESOLVED_VARIABLE' } });
    expect(await preview({ url: 'http://h/', body: { type: 'json', content: '{' } })).toMatchObject({
      request: { url: 'http://h/', body: '{' },
      diagnostics: [{ code: 'BODY_NOT_JSON' }],
      error: null,
    });
    const id = await on.createRest();
    await unwrapResult(on.application.rest.remove({ id }));
    expect(await unwrapRefusal(on.application.requests.preview({ id }, createQuietContext()))).toMatchObject({
      kind: 'not-found',
    });
  });

  it('says that the script provides the response', async () => {
    on.plan.onRequest = { mock: { status: 200, statusText: 'OK', headers: [], body: 'mine' } };
    expect(await preview({ url: 'http://h/', script: 'x' })).toMatchObject({ mocked: true, error: null });
  });
});
