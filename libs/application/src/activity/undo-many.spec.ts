import { describe as sentence, type RestRequestId } from '@tandem/core';
import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import type { UseCases } from '../application.js';
import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';

let fixture: PlannedApplication;
let person: UseCases;
let agent: UseCases;
let again: UseCases;
let other: UseCases;

beforeEach(async () => {
  fixture = await createPlannedApplication();
  const agentOf = (by: string, session: string) => fixture.application.as({ by, kind: 'mcp', session });
  person = fixture.application.as({ by: 'window', kind: 'window', session: 'w' });
  agent = agentOf('claude', 's1');
  again = agentOf('claude', 's2');
  other = agentOf('cursor', 's3');
});

const createRequest = async (by: UseCases, name = 'R'): Promise<RestRequestId> =>
  (await unwrapResult(by.rest.create({ name, url: 'http://h/1' }))).id;

const url = async (id: RestRequestId): Promise<string> => (await unwrapResult(person.rest.get({ id }))).url;

describe('an undo of many changes', { tags: 'activity:undo' }, () => {
  it('undoes all changes of a session, and names what others changed since', async () => {
    const [mine, theirs] = [await createRequest(person, 'Mine'), await createRequest(agent, 'Theirs')];
    await unwrapResult(agent.rest.update({ id: mine, url: 'http://h/2', description: 'agent' }));
    await unwrapResult(person.rest.update({ id: mine, description: 'person' }));
    const gone = await createRequest(person, 'Gone');
    await unwrapResult(agent.rest.remove({ id: gone }));

    const result = await unwrapResult(person.activity.undo({ by: 'claude' }));
    expect(result).toMatchObject({
      undone: 3,
      stays: [{ entityId: mine, name: 'Mine', fields: ['description'], by: 'window' }],
    });
    expect(await unwrapResult(person.rest.get({ id: mine }))).toMatchObject({
      url: 'http://h/1',
      description: 'person',
    });
    expect(await unwrapResult(person.rest.get({ id: gone }))).toMatchObject({ id: gone, name: 'Gone' });
    expect(await unwrapRefusal(person.rest.get({ id: theirs }))).toMatchObject({ kind: 'not-found' });
  });

  it('can itself be undone as a whole', async () => {
    const id = await createRequest(person);
    await unwrapResult(agent.rest.update({ id, url: 'http://h/2' }));
    const more = await createRequest(agent, 'More');
    await unwrapResult(agent.rest.update({ id: more, url: 'http://h/3' }));
    await unwrapResult(person.activity.undo({ session: 's1' }));
    const { activities } = await unwrapResult(person.activity.list({ take: 9 }));
    const groups = activities.filter(({ undid }) => undid !== undefined).map(({ group }) => group);
    expect(groups).toHaveLength(2);
    expect(new Set(groups).size).toBe(1);
    await unwrapResult(person.activity.undo({ group: groups[0] ?? '' }));
    expect([await url(id), await url(more)]).toEqual(['http://h/2', 'http://h/3']);
  });

  it('keeps a value that the session set if a person has set the same value again since', async () => {
    const id = await createRequest(person);
    await unwrapResult(agent.rest.update({ id, url: 'http://h/2' }));
    await unwrapResult(other.rest.update({ id, url: 'http://h/3' }));
    await unwrapResult(person.rest.update({ id, url: 'http://h/2' }));
    await unwrapResult(person.activity.undo({ session: 's1' }));
    expect(await url(id)).toBe('http://h/2');
  });

  it('undoes a rename, a created folder, and a move into a folder that was renamed since', async () => {
    const id = await createRequest(person);
    const folder = await unwrapResult(person.folders.create({ path: 'Docs' }));
    await unwrapResult(agent.rest.update({ id, folder: 'Docs' }));
    await unwrapResult(agent.folders.create({ path: 'Own' }));
    await unwrapResult(agent.folders.update({ id: folder.id, description: 'why' }));
    await unwrapResult(person.folders.update({ id: folder.id, name: 'Papers' }));
    await unwrapResult(person.activity.undo({ session: 's1' }));
    expect((await unwrapResult(person.rest.get({ id }))).folder).toBe('');
    const { folders } = await unwrapResult(person.folders.list({}));
    expect(folders.map(({ path, description }) => [path, description])).toEqual([['Papers', '']]);
  });

  it('keeps a folder to which others have added something', async () => {
    await unwrapResult(agent.folders.create({ path: 'Own' }));
    await unwrapResult(person.rest.create({ name: 'R', url: 'http://h/1', folder: 'Own' }));
    const { undone, stays } = await unwrapResult(person.activity.undo({ session: 's1' }));
    expect({ undone, stays }).toMatchObject({ undone: 0, stays: [{ name: 'Own', fields: ['contents'] }] });
  });

  it('requires a target, and a valid time', async () => {
    expect(await unwrapRefusal(person.activity.undo({}))).toMatchObject({ kind: 'invalid-input' });
    expect(await unwrapRefusal(person.activity.undo({ since: 'noon' }))).toMatchObject({
      kind: 'invalid-input',
    });
  });
});

describe('an agent', { tags: 'activity:agents' }, () => {
  it('can undo changes since a given time, but only those of its own session', async () => {
    const id = await createRequest(person);
    await unwrapResult(agent.rest.update({ id, url: 'http://h/2' }));
    await unwrapResult(person.rest.update({ id, description: 'mine' }));
    const theirs = await createRequest(again, 'Of another session');
    expect(await unwrapResult(agent.activity.undoChanges({ since: '2000-01-01' }))).toEqual({
      undone: 1,
      stays: [],
    });
    expect(await unwrapResult(person.rest.get({ id }))).toMatchObject({
      url: 'http://h/1',
      description: 'mine',
    });
    await unwrapResult(agent.activity.undoChanges({ by: 'claude' }));
    expect(await unwrapRefusal(person.rest.get({ id: theirs }))).toMatchObject({ kind: 'not-found' });
  });

  it('cannot undo changes by a person or another agent', async () => {
    await createRequest(person);
    await createRequest(other, 'Theirs');
    const { changes } = await unwrapResult(agent.activity.changes({ take: 9 }));
    for (const { id } of changes.filter(({ entity }) => entity === 'rest'))
      expect(await unwrapRefusal(agent.activity.undoChanges({ changeId: id }))).toMatchObject({
        kind: 'invalid-input',
        issues: [{ path: 'changeId', message: expect.stringMatching(/^changeId /) as string }],
      });
    for (const by of ['window', 'cursor'])
      expect(await unwrapRefusal(agent.activity.undoChanges({ by }))).toMatchObject({
        kind: 'invalid-input',
      });
    expect(await unwrapResult(agent.activity.undoChanges({ since: '2000-01-01' }))).toMatchObject({
      undone: 0,
    });
  });

  it('is told if the change to undo does not exist', async () => {
    const error = await unwrapRefusal(agent.activity.undoChanges({ changeId: '99999' }));
    expect(sentence(error)).toBe('There is no change 99999 in this workspace.');
  });

  it('can list the changes of one request by its id', async () => {
    const id = await createRequest(person);
    await createRequest(person, 'Another');
    await unwrapResult(agent.rest.update({ id, url: 'http://h/2' }));
    const { changes } = await unwrapResult(agent.activity.changes({ take: 9, id }));
    expect(await unwrapResult(agent.activity.changes({ take: 9, id: 'R' }))).toEqual({ changes });
    expect(await unwrapRefusal(agent.activity.changes({ take: 9, id: 'S' }))).toMatchObject({
      issues: [{ message: 'id is not the id, path or name of a request of this workspace' }],
    });
    expect(changes.map(({ by, op, entityId }) => [by, op, entityId])).toEqual([
      ['claude', 'updated', id],
      ['window', 'created', id],
    ]);
    expect(await unwrapResult(agent.activity.changes({ take: 9, id, by: 'window' }))).toMatchObject({
      changes: [{ op: 'created' }],
    });
  });

  it('can list changes briefly, even of deleted entities, and sees only values that an agent set', async () => {
    const id = await createRequest(person);
    await unwrapResult(person.rest.update({ id, url: 'http://h/typed-by-mistake' }));
    await unwrapResult(agent.rest.update({ id, description: 'x'.repeat(2_000) }));
    await unwrapResult(agent.rest.remove({ id }));
    await unwrapResult(person.workspaces.rename({ id: fixture.workspace.id, name: 'Renamed' }));
    const { changes } = await unwrapResult(agent.activity.changes({ take: 9 }));
    expect(changes.slice(0, 5).map(({ by, op, fields, mine }) => [by, op, fields, mine])).toEqual([
      ['window', 'updated', ['name'], undefined],
      ['claude', 'deleted', [], true],
      ['claude', 'updated', ['description'], true],
      ['window', 'updated', ['url'], undefined],
      ['window', 'created', [], undefined],
    ]);
    const valuesOf = async (at: number) =>
      (await unwrapResult(agent.activity.changes({ take: 1, id: changes[at]?.id ?? '' }))).changes[0]?.values;
    expect(await valuesOf(3)).toBeUndefined();
    const [description] = (await valuesOf(2)) ?? [];
    expect(description).toMatchObject({ name: 'description', before: '' });
    expect(description?.after).toBe(`${'x'.repeat(500)}…`);
    expect(description).toMatchObject({ truncated: true, size: 2_000 });
  });
});
