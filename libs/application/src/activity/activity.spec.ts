import type { Activity, EnvironmentId, FolderId, RestRequestId } from '@tandem/core';
import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';

let fixture: PlannedApplication;
let agent: PlannedApplication['application'] | ReturnType<PlannedApplication['application']['as']>;
let person: ReturnType<PlannedApplication['application']['as']>;

beforeEach(async () => {
  fixture = await createPlannedApplication();
  agent = fixture.application.as('claude');
  person = fixture.application.as('window');
});

const listActivities = async (query: object = {}): Promise<readonly Activity[]> =>
  (await unwrapResult(person.activity.list({ take: 50, ...query }, { by: 'window' }))).activities;

const brief = ({ by, op, entity, name, undone, undid }: Activity): string =>
  [by, undid ? `undid ${undid.op}` : op, entity, name, undone ? 'undone' : '']
    .filter((part) => part !== '' && part !== undefined)
    .join(' ');

const briefs = async (query: object = {}) => (await listActivities(query)).map(brief);

const getNewestActivity = async (query: object = {}): Promise<Activity> => {
  const [first] = await listActivities(query);
  if (first === undefined) throw new Error('there is no activity');
  return first;
};

const createRequest = async (fields: object = {}): Promise<RestRequestId> =>
  (await unwrapResult(agent.rest.create({ name: 'R', url: 'http://h/1', ...fields }))).id;

describe('the activity', () => {
  it('records who changed what, with the fields before and after', { tags: 'activity:kept' }, async () => {
    const id = await createRequest();
    await unwrapResult(person.rest.update({ id, url: 'http://h/2', description: 'why' }));
    await unwrapResult(agent.rest.remove({ id }));
    expect((await briefs()).slice(0, 3)).toEqual([
      'claude deleted rest R',
      'window updated rest R',
      'claude created rest R',
    ]);
    const [, update] = await listActivities();
    expect(update).toMatchObject({ entityId: id, workspaceId: fixture.workspace.id });
    expect(update?.fields).toEqual([
      { name: 'description', before: '', after: 'why' },
      { name: 'url', before: 'http://h/1', after: 'http://h/2' },
    ]);
  });

  it(
    'records that a workspace was deleted, removed from the list and restored',
    { tags: 'activity:kept' },
    async () => {
      const { id, name } = fixture.workspace;
      await unwrapResult(person.workspaces.delete({ id }));
      await unwrapResult(person.workspaces.restore({ id }));
      await unwrapResult(person.workspaces.remove({ id }));
      await unwrapResult(person.workspaces.restore({ id }));
      const entries = (await listActivities({ entity: 'workspace' })).slice(0, 4);
      expect(entries.map(brief)).toEqual([
        `window created workspace ${name}`,
        `window updated workspace ${name}`,
        `window created workspace ${name}`,
        `window deleted workspace ${name}`,
      ]);
      const back = [{ name: 'list', before: 'hidden', after: 'listed' }];
      const removed = [{ name: 'list', before: 'listed', after: 'removed' }];
      expect(entries.map(({ fields }) => fields)).toEqual([back, removed, back, []]);
    },
  );

  it(
    'has no entry for a change that was refused or made no difference',
    { tags: 'activity:kept' },
    async () => {
      const id = await createRequest();
      const before = await briefs();
      await unwrapRefusal(agent.rest.update({ id, name: 'x', ifRevision: 9 }));
      await unwrapResult(agent.rest.update({ id, name: 'R' }));
      expect(await briefs()).toEqual(before);
    },
  );

  it('merges consecutive updates into one entry, with the values before the first update and after the last', async () => {
    const id = await createRequest();
    await unwrapResult(person.rest.update({ id, url: 'http://h/2' }));
    await unwrapResult(person.rest.update({ id, url: 'http://h/3', name: 'S' }));
    expect((await listActivities({ entityId: id })).map(({ fields }) => fields)).toEqual([
      [
        { name: 'name', before: 'R', after: 'S' },
        { name: 'url', before: 'http://h/1', after: 'http://h/3' },
      ],
      [],
    ]);
    await unwrapResult(agent.rest.update({ id, name: 'T' }));
    expect(await briefs({ entityId: id })).toHaveLength(3);
  });

  it('distinguishes sessions with the same name', { tags: 'activity:kept' }, async () => {
    const id = await createRequest();
    const one = fixture.application.as({ by: 'claude', kind: 'mcp', session: 's1' });
    const other = fixture.application.as({ by: 'claude', kind: 'mcp', session: 's2' });
    await unwrapResult(one.rest.update({ id, url: 'http://h/2' }));
    await unwrapResult(other.rest.update({ id, url: 'http://h/3' }));
    const [second, first] = await listActivities({ entityId: id });
    expect(first).toMatchObject({ by: 'claude', kind: 'mcp', session: 's1', revision: 2 });
    expect(second).toMatchObject({ session: 's2', revision: 3 });
  });

  it('can be filtered by author, entity and text, and is paginated', async () => {
    const id = await createRequest({ name: 'First' });
    await unwrapResult(person.folders.create({ path: 'Docs' }));
    await unwrapResult(person.rest.update({ id, url: 'http://h/needle' }));
    expect(await briefs({ by: 'claude' })).toEqual(['claude created rest First']);
    expect(await briefs({ entity: 'folder' })).toEqual(['window created folder Docs']);
    expect(await briefs({ search: 'NEEDLE' })).toEqual(['window updated rest First']);
    const { nextCursor, callers } = await unwrapResult(person.activity.list({ take: 1 }, {}));
    expect(callers).toEqual(['claude', 'window']);
    const next = await unwrapResult(person.activity.list({ take: 1, cursor: nextCursor ?? '' }, {}));
    expect(next.activities.map(brief)).toEqual(['window created folder Docs']);
    expect(await unwrapRefusal(person.activity.list({ take: 1, cursor: 'x' }, {}))).toMatchObject({
      kind: 'invalid-input',
    });
  });

  it("lists what others executed, but not the caller's own executions", async () => {
    const id = await createRequest();
    const context = { signal: new AbortController().signal, progress: () => undefined };
    await unwrapResult(agent.rest.execute({ id }, { ...context, by: 'claude' }));
    await unwrapResult(person.rest.execute({ id }, { ...context, by: 'window' }));
    expect(await briefs({ entity: 'execution' })).toEqual(['claude created execution R']);
    expect(await getNewestActivity({ entity: 'execution' })).toMatchObject({ requestId: id });
  });

  it('shows the error code of a failed execution', async () => {
    const id = await createRequest();
    const context = { signal: new AbortController().signal, progress: () => undefined };
    await unwrapResult(person.rest.update({ id, url: '' }));
    await unwrapResult(agent.rest.execute({ id }, { ...context, by: 'claude' }));
    expect(await getNewestActivity({ entity: 'execution' })).toMatchObject({ error: 'URL_MISSING' });
  });

  it('names the request whose script changed an environment', { tags: 'activity:kept' }, async () => {
    fixture.plan.onResponse = { changes: [{ kind: 'variable', name: 'a', value: '1' }] };
    await fixture.rest();
    expect(await getNewestActivity({ entity: 'environment' })).toMatchObject({
      script: true,
      request: 'R',
      op: 'updated',
    });
  });

  it('shows no secret values', { tags: 'activity:secrets' }, async () => {
    const { environments } = await unwrapResult(person.environments.list({}));
    const id = environments[0]?.id ?? ('' as EnvironmentId);
    await unwrapResult(person.environments.update({ id, secrets: { TOKEN: 'hunter2-hunter2' } }));
    await unwrapResult(person.environments.update({ id, secrets: { TOKEN: 'hunter3-hunter3' } }));
    const request = await createRequest({ url: 'http://h/?t=hunter3-hunter3' });
    await unwrapResult(person.rest.update({ id: request, url: 'http://h/{{TOKEN}}' }));
    await unwrapResult(person.rest.remove({ id: request }));
    expect(JSON.stringify(await listActivities())).not.toMatch(/hunter\d/);
    expect(JSON.stringify(await listActivities())).toContain('‹secret:TOKEN›');
  });
});

describe('an undo', () => {
  it(
    'restores the fields of the change, but keeps and names fields that were changed again since',
    { tags: 'activity:undo' },
    async () => {
      const id = await createRequest({ description: 'first' });
      await unwrapResult(agent.rest.update({ id, url: 'http://h/2', description: 'theirs' }));
      const { id: entry } = await getNewestActivity();
      await unwrapResult(person.rest.update({ id, description: 'mine' }));
      expect(await unwrapResult(person.activity.undo({ id: entry }))).toEqual({
        isUndone: true,
        kept: ['description'],
        undone: 1,
        stays: [{ entity: 'rest', entityId: id, name: 'R', fields: ['description'], by: 'window' }],
      });
      expect(await unwrapResult(person.rest.get({ id }))).toMatchObject({
        url: 'http://h/1',
        description: 'mine',
      });
      expect((await briefs()).slice(0, 3)).toEqual([
        'window undid updated rest R',
        'window updated rest R',
        'claude updated rest R undone',
      ]);
      expect(await unwrapRefusal(person.activity.undo({ id: entry }))).toMatchObject({
        kind: 'invalid-input',
      });
    },
  );

  it('can itself be undone, which makes the change again', { tags: 'activity:undo' }, async () => {
    const id = await createRequest();
    await unwrapResult(agent.rest.update({ id, url: 'http://h/2' }));
    const change = await getNewestActivity();
    await unwrapResult(person.activity.undo({ id: change.id }));
    const undo = await getNewestActivity();
    expect(undo).toMatchObject({
      by: 'window',
      undid: { by: 'claude', op: 'updated' },
      undoes: [change.id],
    });
    const entryOf = async (entry: string) =>
      (await unwrapResult(person.activity.list({ take: 50 }))).activities.find((one) => one.id === entry);
    expect(await entryOf(change.id)).toMatchObject({ undone: true, undoneBy: 'window' });
    await unwrapResult(person.activity.undo({ id: undo.id }));
    expect(await unwrapResult(person.rest.get({ id }))).toMatchObject({ url: 'http://h/2' });
    const redo = await getNewestActivity();
    expect(redo).toMatchObject({ redo: true, undid: { by: 'claude', op: 'updated' }, undoes: [undo.id] });
    expect(await entryOf(change.id)).not.toHaveProperty('undoneBy');
    await unwrapResult(person.activity.undo({ id: redo.id }));
    expect(await unwrapResult(person.rest.get({ id }))).toMatchObject({ url: 'http://h/1' });
    expect(await getNewestActivity()).toMatchObject({ undid: { by: 'claude', op: 'updated' } });
    expect(await getNewestActivity()).not.toHaveProperty('redo');
  });

  it(
    'changes nothing if every field of the change was changed again since',
    { tags: 'activity:undo' },
    async () => {
      const id = await createRequest();
      await unwrapResult(agent.rest.update({ id, url: 'http://h/2' }));
      const { id: entry } = await getNewestActivity();
      await unwrapResult(person.rest.update({ id, url: 'http://h/3' }));
      expect(await unwrapResult(person.activity.undo({ id: entry }))).toMatchObject({
        isUndone: false,
        kept: ['url'],
      });
      expect(await briefs()).not.toContain('claude updated rest R undone');
    },
  );

  it('restores a value that contains a secret', { tags: ['activity:undo', 'activity:secrets'] }, async () => {
    const { environments } = await unwrapResult(person.environments.list({}));
    const environment = environments[0]?.id ?? ('' as EnvironmentId);
    await unwrapResult(
      person.environments.update({ id: environment, secrets: { TOKEN: 'hunter2-hunter2' } }),
    );
    const id = await createRequest({ url: 'http://h/?t=hunter2-hunter2' });
    await unwrapResult(agent.rest.update({ id, url: 'http://h/{{TOKEN}}' }));
    await unwrapResult(person.activity.undo({ id: (await getNewestActivity()).id }));
    expect(await unwrapResult(person.rest.get({ id }))).toMatchObject({
      url: 'http://h/?t=hunter2-hunter2',
    });
  });

  it(
    'deletes a created request, and restores a deleted request at its position',
    { tags: 'activity:undo' },
    async () => {
      const [first, second] = [await createRequest({ name: 'A' }), await createRequest({ name: 'B' })];
      await unwrapResult(agent.rest.remove({ id: first }));
      const { request } = await unwrapResult(person.activity.undo({ id: (await getNewestActivity()).id }));
      expect(request).toMatchObject({ id: first, name: 'A' });
      expect((await unwrapResult(person.requests.order({}))).ids).toEqual([first, second]);
      const created = (await listActivities({ entityId: second })).at(-1);
      await unwrapResult(person.activity.undo({ id: created?.id ?? '' }));
      expect((await unwrapResult(person.requests.order({}))).ids).toEqual([first]);
    },
  );

  describe('of an environment', { tags: 'activity:undo' }, () => {
    const start = { name: 'Dev', variables: { host: 'a', port: '1' }, secrets: { key: 'sesame-sesame' } };
    const present = async (id: string) => {
      const { environments } = await unwrapResult(person.environments.list({}));
      const found = environments.find((one) => one.id === id);
      const variables = found?.variables.map(({ name, value }) => `${name}=${value}`).join(' ');
      return [found?.name, variables, found?.secrets.map(({ hasValue }) => hasValue)];
    };
    const update = async (more: object, later: object = {}) => {
      const { id } = await unwrapResult(person.environments.create(start));
      await unwrapResult(agent.environments.update({ id, ...more }));
      const entry = await getNewestActivity({ entity: 'environment' });
      await unwrapResult(person.environments.update({ id, ...later }));
      return { id, undone: await unwrapResult(person.activity.undo({ id: entry.id })) };
    };

    it.each([
      ['a variable that was removed', { removeVariables: ['host'] }, {}],
      ['a value, a new name and a new variable', { name: 'X', variables: { host: 'b', extra: '1' } }, {}],
      [
        'a value, after another variable was changed',
        { variables: { host: 'b' } },
        { variables: { port: '1' } },
      ],
    ])('restores what the change replaced: %s', async (_, more, later) => {
      const { id, undone } = await update(more, later);
      expect(undone).toMatchObject({ isUndone: true, kept: [] });
      expect(await present(id)).toEqual(['Dev', 'host=a port=1', [true]]);
      expect(await briefs({ entity: 'environment' })).toContain('window undid updated environment Dev');
    });

    it('keeps and names values that were changed again since, and restores the values of secrets', async () => {
      const { id, undone } = await update(
        { name: 'X', variables: { host: 'b', port: '2' }, secrets: { key: 'another-secret' } },
        { variables: { port: '3' } },
      );
      expect(undone).toMatchObject({ isUndone: true, kept: ['variables'] });
      expect((await unwrapResult(fixture.store.environments.get(fixture.workspace.id, id))).secrets).toEqual([
        { name: 'key', value: 'sesame-sesame', enabled: true },
      ]);
      expect(await present(id)).toEqual(['Dev', 'host=a port=3', [true]]);
    });

    it('restores secrets if only secrets were changed, and deletes an environment that was created', async () => {
      const { id, undone } = await update({ secrets: { key: 'another-secret' } });
      expect(undone).toMatchObject({ isUndone: true, kept: [] });
      expect((await unwrapResult(fixture.store.environments.get(fixture.workspace.id, id))).secrets).toEqual([
        { name: 'key', value: 'sesame-sesame', enabled: true },
      ]);
      const entries = await listActivities({ entity: 'environment', entityId: id });
      const creation = entries.find(({ op }) => op === 'created');
      await unwrapResult(person.activity.undo({ id: creation?.id ?? '' }));
      expect(await present(id)).toEqual([undefined, undefined, undefined]);
    });
  });

  it('restores a deleted environment', { tags: 'activity:undo' }, async () => {
    const { id } = await unwrapResult(person.environments.create({ name: 'Extra' }));
    await unwrapResult(agent.environments.remove({ id }));
    await unwrapResult(person.activity.undo({ id: (await getNewestActivity()).id }));
    expect((await briefs()).slice(0, 2)).toEqual([
      'window undid deleted environment Extra',
      'claude deleted environment Extra undone',
    ]);
    expect((await unwrapResult(person.environments.list({}))).environments.map(({ name }) => name)).toContain(
      'Extra',
    );
  });
});

describe('a folder in the activity', () => {
  const inFolder = async (): Promise<FolderId> => {
    await createRequest({ folder: 'Docs/Inner' });
    const { folders } = await unwrapResult(person.folders.list({}));
    return folders.find(({ path }) => path === 'Docs')?.id ?? ('' as FolderId);
  };

  it(
    'has one entry for itself and its contents when it is deleted or restored',
    { tags: 'activity:undo' },
    async () => {
      const id = await inFolder();
      expect(await briefs({ by: 'claude' })).toEqual(['claude created rest R']);
      await unwrapResult(agent.folders.remove({ id }));
      const entry = await getNewestActivity();
      expect(entry).toMatchObject({ entity: 'folder', op: 'deleted', name: 'Docs', requests: 1 });
      await unwrapResult(person.activity.undo({ id: entry.id }));
      expect((await briefs()).slice(0, 3)).toEqual([
        'window undid deleted folder Docs',
        'claude deleted folder Docs undone',
        'claude created rest R',
      ]);
    },
  );

  it(
    'has an entry for changed settings even if it is the workspace itself and had no settings before',
    { tags: 'activity:kept' },
    async () => {
      const headers = [{ name: 'X-Team', value: 'blue', enabled: true }];
      await unwrapResult(agent.folders.update({ id: '', headers }));
      expect(await getNewestActivity()).toMatchObject({
        entity: 'folder',
        name: '',
        op: 'updated',
        fields: [{ name: 'headers', before: [], after: headers }],
      });
    },
  );

  it('shows the fields that were set', async () => {
    const { id } = await unwrapResult(person.folders.create({ path: 'Docs' }));
    await unwrapResult(person.folders.update({ id, description: 'why' }));
    expect((await getNewestActivity({ entity: 'folder' })).fields).toEqual([
      { name: 'description', before: '', after: 'why' },
    ]);
  });

  it('has one entry for itself and its contents when it is moved', async () => {
    const id = await inFolder();
    await unwrapResult(person.folders.create({ path: 'Other' }));
    await unwrapResult(person.folders.move({ id, parent: 'Other' }));
    const moved = await getNewestActivity({ entity: 'folder', search: 'Docs' });
    expect(moved.fields).toEqual([{ name: 'path', before: 'Docs', after: 'Other/Docs' }]);
    expect((await briefs()).filter((one) => one.includes('updated'))).toEqual(['window updated folder Docs']);
  });
});
