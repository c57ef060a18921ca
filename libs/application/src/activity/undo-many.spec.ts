import { describe as sentence, type RestRequestId } from '@tandem/core';
import { given, refusal } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import type { UseCases } from '../application.js';
import { type PlannedApplication, plannedApplication } from '../testing/index.js';

let planned: PlannedApplication;
let person: UseCases;
let agent: UseCases;
let again: UseCases;
let other: UseCases;

beforeEach(async () => {
  planned = await plannedApplication();
  const agentOf = (by: string, session: string) => planned.application.as({ by, kind: 'mcp', session });
  person = planned.application.as({ by: 'window', kind: 'window', session: 'w' });
  agent = agentOf('claude', 's1');
  again = agentOf('claude', 's2');
  other = agentOf('cursor', 's3');
});

const made = async (by: UseCases, name = 'R'): Promise<RestRequestId> =>
  (await given(by.rest.create({ name, url: 'http://h/1' }))).id;

const url = async (id: RestRequestId): Promise<string> => (await given(person.rest.get({ id }))).url;

describe('an undo of many changes', { tags: 'activity:undo' }, () => {
  it('takes back all of a session and names what others changed since', async () => {
    const [mine, theirs] = [await made(person, 'Mine'), await made(agent, 'Theirs')];
    await given(agent.rest.update({ id: mine, url: 'http://h/2', description: 'agent' }));
    await given(person.rest.update({ id: mine, description: 'person' }));
    const gone = await made(person, 'Gone');
    await given(agent.rest.remove({ id: gone }));

    const result = await given(person.activity.undo({ by: 'claude' }));
    expect(result).toMatchObject({
      undone: 3,
      stays: [{ entityId: mine, name: 'Mine', fields: ['description'], by: 'window' }],
    });
    expect(await given(person.rest.get({ id: mine }))).toMatchObject({
      url: 'http://h/1',
      description: 'person',
    });
    expect(await given(person.rest.get({ id: gone }))).toMatchObject({ id: gone, name: 'Gone' });
    expect(await refusal(person.rest.get({ id: theirs }))).toMatchObject({ kind: 'not-found' });
  });

  it('is undone in turn, as a whole', async () => {
    const id = await made(person);
    await given(agent.rest.update({ id, url: 'http://h/2' }));
    const more = await made(agent, 'More');
    await given(agent.rest.update({ id: more, url: 'http://h/3' }));
    await given(person.activity.undo({ session: 's1' }));
    const { activities } = await given(person.activity.list({ take: 9 }));
    const groups = activities.filter(({ undid }) => undid !== undefined).map(({ group }) => group);
    expect(groups).toHaveLength(2);
    expect(new Set(groups).size).toBe(1);
    await given(person.activity.undo({ group: groups[0] ?? '' }));
    expect([await url(id), await url(more)]).toEqual(['http://h/2', 'http://h/3']);
  });

  it('keeps a value that another person set to what it was', async () => {
    const id = await made(person);
    await given(agent.rest.update({ id, url: 'http://h/2' }));
    await given(other.rest.update({ id, url: 'http://h/3' }));
    await given(person.rest.update({ id, url: 'http://h/2' }));
    await given(person.activity.undo({ session: 's1' }));
    expect(await url(id)).toBe('http://h/2');
  });

  it('takes back a new name, an own folder and the move of a request into one that was renamed since', async () => {
    const id = await made(person);
    const folder = await given(person.folders.create({ path: 'Docs' }));
    await given(agent.rest.update({ id, folder: 'Docs' }));
    await given(agent.folders.create({ path: 'Own' }));
    await given(agent.folders.update({ id: folder.id, description: 'why' }));
    await given(person.folders.update({ id: folder.id, name: 'Papers' }));
    await given(person.activity.undo({ session: 's1' }));
    expect((await given(person.rest.get({ id }))).folder).toBe('');
    const { folders } = await given(person.folders.list({}));
    expect(folders.map(({ path, description }) => [path, description])).toEqual([['Papers', '']]);
  });

  it('keeps a folder in which others have put something', async () => {
    await given(agent.folders.create({ path: 'Own' }));
    await given(person.rest.create({ name: 'R', url: 'http://h/1', folder: 'Own' }));
    const { undone, stays } = await given(person.activity.undo({ session: 's1' }));
    expect({ undone, stays }).toMatchObject({ undone: 0, stays: [{ name: 'Own', fields: ['contents'] }] });
  });

  it('needs to be told what to undo, and a time that is one', async () => {
    expect(await refusal(person.activity.undo({}))).toMatchObject({ kind: 'invalid-input' });
    expect(await refusal(person.activity.undo({ since: 'noon' }))).toMatchObject({ kind: 'invalid-input' });
  });
});

describe('an agent', { tags: 'activity:agents' }, () => {
  it('undoes what its own session did, since a time, and nobody else', async () => {
    const id = await made(person);
    await given(agent.rest.update({ id, url: 'http://h/2' }));
    await given(person.rest.update({ id, description: 'mine' }));
    const theirs = await made(again, 'Of another session');
    expect(await given(agent.activity.undoChanges({ since: '2000-01-01' }))).toEqual({
      undone: 1,
      stays: [],
    });
    expect(await given(person.rest.get({ id }))).toMatchObject({ url: 'http://h/1', description: 'mine' });
    await given(agent.activity.undoChanges({ by: 'claude' }));
    expect(await refusal(person.rest.get({ id: theirs }))).toMatchObject({ kind: 'not-found' });
  });

  it('cannot undo what a person or another agent did', async () => {
    await made(person);
    await made(other, 'Theirs');
    const { changes } = await given(agent.activity.changes({ take: 9 }));
    for (const { id } of changes.filter(({ entity }) => entity === 'rest'))
      expect(await refusal(agent.activity.undoChanges({ changeId: id }))).toMatchObject({
        kind: 'invalid-input',
        issues: [{ path: 'changeId', message: expect.stringMatching(/^changeId /) as string }],
      });
    for (const by of ['window', 'cursor'])
      expect(await refusal(agent.activity.undoChanges({ by }))).toMatchObject({ kind: 'invalid-input' });
    expect(await given(agent.activity.undoChanges({ since: '2000-01-01' }))).toMatchObject({ undone: 0 });
  });

  it('names a change that does not exist', async () => {
    const error = await refusal(agent.activity.undoChanges({ changeId: '99999' }));
    expect(sentence(error)).toBe('There is no change 99999 in this workspace.');
  });

  it('lists the changes of one request by its id', async () => {
    const id = await made(person);
    await made(person, 'Another');
    await given(agent.rest.update({ id, url: 'http://h/2' }));
    const { changes } = await given(agent.activity.changes({ take: 9, id }));
    expect(changes.map(({ by, op, entityId }) => [by, op, entityId])).toEqual([
      ['claude', 'updated', id],
      ['window', 'created', id],
    ]);
    expect(await given(agent.activity.changes({ take: 9, id, by: 'window' }))).toMatchObject({
      changes: [{ op: 'created' }],
    });
  });

  it('lists changes briefly, with deleted things, and values only of agents', async () => {
    const id = await made(person);
    await given(person.rest.update({ id, url: 'http://h/typed-by-mistake' }));
    await given(agent.rest.update({ id, description: 'x'.repeat(2_000) }));
    await given(agent.rest.remove({ id }));
    await given(person.workspaces.rename({ id: planned.workspace.id, name: 'Renamed' }));
    const { changes } = await given(agent.activity.changes({ take: 9 }));
    expect(changes.slice(0, 5).map(({ by, op, fields, mine }) => [by, op, fields, mine])).toEqual([
      ['window', 'updated', ['name'], undefined],
      ['claude', 'deleted', [], true],
      ['claude', 'updated', ['description'], true],
      ['window', 'updated', ['url'], undefined],
      ['window', 'created', [], undefined],
    ]);
    const valuesOf = async (at: number) =>
      (await given(agent.activity.changes({ take: 1, id: changes[at]?.id ?? '' }))).changes[0]?.values;
    expect(await valuesOf(3)).toBeUndefined();
    const [description] = (await valuesOf(2)) ?? [];
    expect(description).toMatchObject({ name: 'description', before: '' });
    expect(String(description?.after)).toHaveLength(502);
  });
});
