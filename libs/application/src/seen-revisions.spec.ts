import type { RestRequestId } from '@tandem/core';
import { describe as describeError, getErrorDetails } from '@tandem/core';
import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import type { UseCases } from './application.js';
import { type PlannedApplication, createPlannedApplication } from './testing/index.js';

let fixture: PlannedApplication;
let person: UseCases;
let agent: UseCases;
let id: RestRequestId;

const agentOf = (session?: string): UseCases =>
  fixture.application.as({ by: 'claude', kind: 'mcp', ...(session === undefined ? {} : { session }) });

beforeEach(async () => {
  fixture = await createPlannedApplication();
  person = fixture.application.as({ by: 'window', kind: 'window', session: 'w' });
  agent = agentOf('s1');
  id = (await unwrapResult(person.rest.create({ name: 'R', url: 'http://h/1' }))).id;
});

describe('an update by an agent', { tags: 'revision:read' }, () => {
  it('is refused with both versions if a person changed the request after the agent read it', async () => {
    await unwrapResult(agent.rest.get({ id }));
    await unwrapResult(person.rest.update({ id, url: 'http://h/mine', description: 'why' }));
    const error = await unwrapRefusal(agentOf('s1').rest.update({ id, url: 'http://h/agent', name: 'R' }));
    expect(error.kind).toBe('revision-conflict');
    expect(describeError(error)).toBe('window changed it after you read revision 1; it is at 2.');
    expect(getErrorDetails(error)).toEqual({
      revision: 2,
      by: 'window',
      changed: ['description', 'url'],
      fields: [{ name: 'url', yours: 'http://h/agent', theirs: 'http://h/mine' }],
    });
    await unwrapResult(agent.rest.update({ id, url: 'http://h/agent', ifRevision: 2 }));
    await unwrapResult(agent.rest.update({ id, name: 'S' }));
  });

  it('is refused even if the agent refers to the request by its path or name', async () => {
    await unwrapResult(agent.rest.get({ id: 'R' }));
    await unwrapResult(person.rest.update({ id, url: 'http://h/mine' }));
    expect(await unwrapRefusal(agent.rest.update({ id: 'R', url: 'http://h/agent' }))).toMatchObject({
      kind: 'revision-conflict',
    });
    expect(await unwrapRefusal(agent.rest.update({ id: 'Nowhere/R', url: 'http://h/agent' }))).toMatchObject({
      kind: 'invalid-input',
    });
  });

  it('succeeds if the agent has reread the request, has never read it, or has no session', async () => {
    await unwrapResult(agent.rest.get({ id }));
    await unwrapResult(person.rest.update({ id, url: 'http://h/2' }));
    await unwrapResult(agentOf('s2').rest.update({ id, description: 'another session' }));
    await unwrapResult(agentOf().rest.update({ id, description: 'no session' }));
    await unwrapResult(agent.rest.get({ id }));
    await unwrapResult(agent.rest.update({ id, url: 'http://h/3' }));
  });

  it('succeeds if only agents changed the request', async () => {
    await unwrapResult(agent.rest.get({ id }));
    await unwrapResult(agentOf('s2').rest.update({ id, description: 'by another agent' }));
    await unwrapResult(agent.rest.update({ id, url: 'http://h/3' }));
  });

  it('is also refused for scripts, folders and environments', async () => {
    await unwrapResult(agent.rest.get({ id }));
    await unwrapResult(person.rest.update({ id, script: 'mine' }));
    expect(await unwrapRefusal(agent.rest.updateScript({ id, script: 'theirs' }))).toMatchObject({
      kind: 'revision-conflict',
    });
    const folder = await unwrapResult(agent.folders.create({ path: 'Docs' }));
    await unwrapResult(person.folders.update({ id: folder.id, description: 'mine' }));
    expect(await unwrapRefusal(agent.folders.update({ id: folder.id, description: 'theirs' }))).toMatchObject(
      {
        kind: 'revision-conflict',
      },
    );
    const environment = await unwrapResult(agent.environments.create({ name: 'Dev' }));
    await unwrapResult(person.environments.update({ id: environment.id, variables: { a: '1' } }));
    expect(
      await unwrapRefusal(agent.environments.update({ id: environment.id, variables: { a: '2' } })),
    ).toMatchObject({ kind: 'revision-conflict' });
    expect(
      await unwrapRefusal(agent.environments.update({ id: 'dev', variables: { a: '2' } })),
    ).toMatchObject({
      kind: 'revision-conflict',
    });
  });

  it('is refused along with all other changes of its call, even if it refers to the request by path', async () => {
    await unwrapResult(agent.rest.get({ id: 'R' }));
    await unwrapResult(person.rest.update({ id, url: 'http://h/mine' }));
    expect(await unwrapRefusal(agent.rest.update({ id: 'R', url: 'http://h/2' }))).toMatchObject({
      kind: 'revision-conflict',
    });
    const update = { op: 'update', id: 'R', url: 'http://h/agent' };
    const operations = [{ op: 'create', name: 'New' }, update];
    expect(await unwrapRefusal(agent.requests.apply({ operations }))).toMatchObject({
      kind: 'operation-failed',
      index: 1,
      error: { kind: 'revision-conflict', since: { by: 'window', changed: ['url'] } },
    });
    expect((await unwrapResult(agent.rest.list({ take: 9 }))).requests).toHaveLength(1);
    expect(await unwrapResult(agent.requests.apply({ operations, atomic: false }))).toMatchObject([
      { op: 'create' },
      { op: 'update', error: { kind: 'revision-conflict' } },
    ]);
    await unwrapResult(agent.requests.apply({ operations: [{ ...update, ifRevision: 2 }] }));
    await unwrapResult(agent.rest.update({ id, description: 'what it has changed counts as read' }));
    await unwrapResult(
      agentOf('s2').requests.apply({ operations: [update, { ...update, url: 'http://h/9' }] }),
    );
  });
});
