import { type AppError, describe as describeError, getErrorHint, type RestRequestId } from '@tandem/core';
import { unwrapRefusal, unwrapResult } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import { createQuietContext, type UseCases } from '../application.js';
import { createPlannedApplication, type PlannedApplication } from '../testing/index.js';
import { noSelection } from './presence.js';

let fixture: PlannedApplication;
let person: UseCases;
let id: RestRequestId;

const agentOf = (session: string, signal = createQuietContext().signal, by = 'claude'): UseCases =>
  fixture.application.as({ by, kind: 'mcp', session }, { signal, progress: () => undefined });
const createOtherAgent = (): UseCases => agentOf('s2', undefined, 'cursor');

const edit = (edits: readonly RestRequestId[]) =>
  unwrapResult(person.presence.look({ ...noSelection, isFocused: true, edits }, { session: 'w' }));
const takeOver = (isTaken = true) =>
  unwrapResult(person.presence.takeOver({ by: 'claude', requestId: id, isTaken }));
const getPendingWrites = () => fixture.application.present.pendingWrites;

/** The pending change, once there is one. */
const waitForPendingWrite = async () => {
  const [first] = await expect
    .poll(() => getPendingWrites().waiting())
    .toHaveLength(1)
    .then(() => getPendingWrites().waiting());
  if (first === undefined) throw new Error('nothing waits');
  return first;
};
const url = async () => (await unwrapResult(person.rest.get({ id }))).url;

beforeEach(async () => {
  fixture = await createPlannedApplication();
  person = fixture.application.as({ by: 'window', kind: 'window', session: 'w' });
  id = (await unwrapResult(person.rest.create({ name: 'Login', url: 'http://h/1' }))).id;
});

describe('a change to a request that a person took over', { tags: 'presence:take-over' }, () => {
  it('waits while the person edits the request, and is made once the person allows it', async () => {
    await takeOver();
    await edit([id]);
    const update = agentOf('s1').rest.update({ id, url: 'http://h/agent' })();
    const write = await waitForPendingWrite();
    expect(write).toMatchObject({
      by: 'claude',
      name: 'Login',
      op: 'updated',
      fields: [{ name: 'url', before: 'http://h/1', after: 'http://h/agent' }],
    });
    expect(await url()).toBe('http://h/1');
    await unwrapResult(person.rest.update({ id, description: 'mine' }));
    await unwrapResult(person.presence.answer({ id: write.id, isAllowed: true }));
    expect(await update).toMatchObject({ right: { url: 'http://h/agent', description: 'mine' } });
    expect(getPendingWrites().waiting()).toEqual([]);
  });

  it('fails with advice if the person refuses it', async () => {
    await takeOver();
    await edit([id]);
    const removal = agentOf('s1').rest.remove({ id })();
    await unwrapResult(person.presence.answer({ id: (await waitForPendingWrite()).id, isAllowed: false }));
    const { left } = (await removal) as { readonly left: AppError };
    expect(describeError(left)).toBe(
      'A person took over the request "Login" and is editing it, and denied your deletion.',
    );
    expect(getErrorHint(left)).toMatch(/^Nothing was changed\. Go on with something else/);
    await unwrapResult(person.rest.get({ id }));
  });

  it('fails with an error if nobody answers in time', async () => {
    fixture = await createPlannedApplication({ approvalMs: 1 });
    person = fixture.application.as({ by: 'window', kind: 'window', session: 'w' });
    id = (await unwrapResult(person.rest.create({ name: 'Login', url: 'http://h/1' }))).id;
    await takeOver();
    await edit([id]);
    const error = await unwrapRefusal(agentOf('s1').rest.update({ id, url: 'http://h/agent' }));
    expect(error).toMatchObject({ kind: 'person-editing', isDenied: false });
    expect(describeError(error)).toMatch(/did not answer your change of url\.$/);
    expect(getPendingWrites().waiting()).toEqual([]);
    expect(await url()).toBe('http://h/1');
  });

  it('also waits after the agent has reconnected', async () => {
    await takeOver();
    await edit([id]);
    const update = agentOf('another session').rest.update({ id, url: 'http://h/agent' })();
    await unwrapResult(person.presence.answer({ id: (await waitForPendingWrite()).id, isAllowed: false }));
    expect(await update).toMatchObject({ left: { kind: 'person-editing' } });
  });

  it('is made when the request is handed back', async () => {
    await takeOver();
    await edit([id]);
    const update = agentOf('s1').rest.update({ id, url: 'http://h/agent' })();
    await waitForPendingWrite();
    await takeOver(false);
    expect(await update).toMatchObject({ right: { url: 'http://h/agent' } });
  });

  it('stops waiting if its call is cancelled', async () => {
    await takeOver();
    await edit([id]);
    const cancelled = new AbortController();
    const update = agentOf('s1', cancelled.signal).rest.update({ id, url: 'http://h/agent' })();
    await waitForPendingWrite();
    cancelled.abort();
    expect(await update).toMatchObject({ left: { kind: 'person-editing' } });
    expect(getPendingWrites().waiting()).toEqual([]);
  });

  it.each(['the request', 'its folder', 'its workspace'])(
    'fails at once if %s is deleted while it waits',
    async (what) => {
      const { workspaceId } = await unwrapResult(person.workspaces.active);
      if (what === 'its folder') await unwrapResult(person.rest.update({ id, folder: 'Auth' }));
      await takeOver();
      await edit([id]);
      const update = agentOf('s1').rest.update({ id, url: 'http://h/agent' })();
      await waitForPendingWrite();
      if (what === 'the request') await unwrapResult(person.rest.remove({ id }));
      else if (what === 'its folder') await unwrapResult(person.folders.remove({ id: 'Auth' }));
      else await unwrapResult(person.workspaces.delete({ id: workspaceId ?? '' }));
      const { left } = (await update) as { readonly left: AppError };
      expect(left.kind).toBe('not-found');
      expect(describeError(left)).toContain(what === 'its workspace' ? 'workspace' : id);
      expect(getPendingWrites().waiting()).toEqual([]);
    },
  );

  it('is made at once if the person is not editing the request, or if another agent or a person makes it', async () => {
    await takeOver();
    await unwrapResult(agentOf('s1').rest.update({ id, url: 'http://h/2' }));
    await edit([id]);
    await unwrapResult(createOtherAgent().rest.update({ id, url: 'http://h/3' }));
    fixture.application.present.windows.leave('w');
    await unwrapResult(agentOf('s1').rest.update({ id, url: 'http://h/4' }));
    await unwrapResult(person.rest.update({ id, url: 'http://h/5' }));
  });

  it('makes all other changes of its call wait too, and then all or none of them are made', async () => {
    await takeOver();
    await edit([id]);
    const operations = [
      { op: 'create', name: 'New', url: 'http://h/new' },
      { op: 'update', id, url: 'http://h/agent' },
    ];
    const applied = agentOf('s1').requests.apply({ operations })();
    const { id: write } = await waitForPendingWrite();
    expect((await unwrapResult(person.rest.list({ take: 10 }))).requests).toHaveLength(1);
    await unwrapResult(person.presence.answer({ id: write, isAllowed: true }));
    expect(await applied).toMatchObject({ right: [{ op: 'create' }, { op: 'update' }] });
    expect((await unwrapResult(person.rest.list({ take: 10 }))).requests).toHaveLength(2);
  });

  it('does not block other changes while it waits', async () => {
    await takeOver();
    await edit([id]);
    const update = agentOf('s1').rest.update({ id, url: 'http://h/agent' })();
    const { id: write } = await waitForPendingWrite();
    const other = await unwrapResult(person.rest.create({ name: 'Other', url: 'http://h/o' }));
    await unwrapResult(agentOf('s1').rest.update({ id: other.id, url: 'http://h/p' }));
    await unwrapResult(person.presence.answer({ id: write, isAllowed: true }));
    await update;
    expect(await unwrapRefusal(person.presence.answer({ id: write, isAllowed: true }))).toMatchObject({
      kind: 'invalid-input',
    });
  });
});
