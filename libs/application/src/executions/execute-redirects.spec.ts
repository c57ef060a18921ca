import type { Redirect } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { createPlannedApplication } from '../testing/index.js';

const pair = (name: string, value: string) => ({ name, value, enabled: true });

const redirect = (more: Partial<Redirect>): Redirect => ({
  method: 'GET',
  url: 'http://h/x',
  status: 302,
  location: 'http://other.example/y',
  time: 1,
  nextMethod: 'GET',
  droppedHeaders: [],
  ...more,
});

const setUpSecrets = async (secrets: Readonly<Record<string, string>>) => {
  const planned = await createPlannedApplication();
  const { id, activeEnvironmentId } = planned.workspace;
  const changes = Object.entries(secrets).map(([name, value]) => ({ kind: 'secret', name, value }) as const);
  await unwrapResult(planned.store.environments.change(id, activeEnvironmentId!, changes, 'now'));
  return planned;
};

describe('redirects to another origin', { tags: 'send:redirects:secrets' }, () => {
  it('drop headers that contain a secret, also a short secret or one with different surrounding whitespace', async () => {
    const planned = await setUpSecrets({ TOKEN: 'token-of-the-shop', PIN: ' 12\n', NONE: ' ' });
    const headers = [
      pair('X-Token', 'key={{TOKEN}}'),
      pair('X-Pin', '12'),
      pair('X-Order', 'order 12'),
      pair('X-Empty', ''),
    ];
    await planned.rest({ headers });
    expect(planned.seen.sent[0]?.credentials).toEqual(['X-Token', 'X-Pin']);
  });

  it('are followed even if a secret of the environment refers to itself', async () => {
    const planned = await setUpSecrets({ LOOP: '{{LOOP}}', OTHER: 'x{{LOOP}}' });
    expect((await planned.rest({ headers: [pair('X-A', 'a')] })).error).toBeNull();
    expect(planned.seen.sent[0]?.credentials).toEqual([]);
  });

  it('drop headers that contain a secret which a script set during the execution', async () => {
    const planned = await createPlannedApplication();
    planned.plan.onRequest = {
      request: { url: 'http://h/x', method: 'GET', headers: [['x-new', 'made-by-the-script']], body: null },
      changes: [{ kind: 'secret', name: 'NEW', value: 'made-by-the-script' }],
    };
    await planned.rest({});
    expect(planned.seen.sent[0]?.credentials).toEqual(['x-new']);
  });

  it.each([
    [{ droppedHeaders: ['Host', 'X-Token'] }, 'X-Token'],
    [{ method: 'POST', droppedHeaders: ['Content-Type', 'Authorization'] }, 'Authorization'],
    [{ method: 'POST', nextMethod: 'POST', droppedHeaders: ['Content-Type'] }, 'Content-Type'],
  ])('are reported with the headers that they dropped: %j dropped %s', async (more, names) => {
    const planned = await createPlannedApplication();
    planned.plan.response = { redirects: [redirect(more)] };
    const { diagnostics } = await planned.rest({});
    expect(diagnostics).toMatchObject([
      {
        code: 'REDIRECT_HEADERS_DROPPED',
        where: 'redirects',
        message: expect.stringContaining(`were not sent on: ${names}. `) as string,
      },
    ]);
  });

  it.each([
    { droppedHeaders: ['Host'] },
    { method: 'POST', droppedHeaders: ['Content-Type', 'Transfer-Encoding'] },
    { location: 'http://h/y', droppedHeaders: ['X-Token'] },
  ])('are not reported for a dropped Host or body header, or within the same origin: %j', async (more) => {
    const planned = await createPlannedApplication();
    planned.plan.response = { redirects: [redirect(more)] };
    expect((await planned.rest({})).diagnostics).toEqual([]);
  });

  it.each([
    [
      { droppedHeaders: ['X-Token', 'X-Other'] },
      'REDIRECT_HEADERS_DROPPED',
      'The redirect to http://other.example leads to another origin, so these headers were not sent on: X-Token, X-Other. If that server needs them, send the request to it directly.',
    ],
    [
      { location: 'http://other.example/?t=token-of-the-shop' },
      'REDIRECT_HOLDS_SECRET',
      'The server redirected to http://other.example with the secret TOKEN in the URL, so that server has it now. Change the secret if you do not trust it.',
    ],
  ])('with %j are reported as %s', async (more, code, message) => {
    const planned = await setUpSecrets({ TOKEN: 'token-of-the-shop' });
    planned.plan.response = { redirects: [redirect(more)] };
    expect((await planned.rest({})).diagnostics).toEqual([{ code, message, where: 'redirects' }]);
    planned.plan.failure = { fault: { code: 'NETWORK_ERROR', message: 'gone' }, redirects: [redirect(more)] };
    expect((await planned.rest({})).diagnostics).toEqual([{ code, message, where: 'redirects' }]);
    const { location: _, ...refused } = redirect(more);
    planned.plan.failure = { fault: { code: 'NETWORK_ERROR', message: 'gone' }, redirects: [refused] };
    expect((await planned.rest({})).diagnostics).toEqual([]);
  });
});
