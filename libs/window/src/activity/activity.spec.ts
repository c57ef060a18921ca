import type { Change } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import {
  type Activity,
  canUndo,
  describeActivity,
  addActivity,
  disableRestore,
  formatOrigin,
  markGone,
  markUndone,
} from './activity.js';

const entry = (op: Change['op'], by: string | undefined, at: number, stored?: string): Activity => ({
  key: at,
  at,
  name: 'A',
  requestId: undefined,
  entry: stored,
  change: {
    workspaceId: 'ws' as Change['workspaceId'],
    entity: 'rest',
    id: 'rest_0',
    op,
    ...(by ? { by } : {}),
  },
});

describe('where a change came from', () => {
  it.each([
    ['window', 'in another window'],
    ['folder', 'in its file'],
    ['mcp', 'by an agent'],
    ['claude-code', 'by claude-code'],
    [undefined, 'by a script'],
  ])('%s', (by, words) => {
    expect(formatOrigin({ by })).toBe(words);
  });
});

describe('an activity', () => {
  it.each([
    ['window', 'You changed the request A'],
    ['mcp', 'An agent changed the request A'],
    ['claude', 'claude changed the request A'],
    [undefined, 'A script changed the request A'],
  ])('about a change by %s reads: %s', (by, sentence) => {
    expect(describeActivity(entry('updated', by, 0))).toBe(sentence);
  });

  it('about a long name keeps the beginning and the end of the name', () => {
    const name = `${'a '.repeat(300)}of yesterday`;
    const sentence = describeActivity({ ...entry('updated', 'window', 0), name });
    expect(sentence).toMatch(/^You changed the request a a .*…a a of yesterday$/);
    expect(sentence.length).toBeLessThan(80);
    expect(describeActivity({ ...entry('updated', 'x'.repeat(500), 0), name }).length).toBeLessThan(120);
  });

  it.each([
    ['window', 'A script that you ran changed the environment Dev'],
    ['claude', 'A script that claude ran changed the environment Dev'],
    [undefined, 'A script changed the environment Dev'],
  ])('about a change by a script that %s ran reads: %s', (by, sentence) => {
    const { change } = entry('updated', by, 0);
    expect(
      describeActivity({ name: 'Dev', change: { ...change, entity: 'environment', script: true } }),
    ).toBe(sentence);
  });

  it.each([
    ['deleted', { requests: 2 }, 'You deleted the folder a/b with 2 requests'],
    ['deleted', { requests: 1 }, 'You deleted the folder a/b with 1 request'],
    ['deleted', { requests: 0 }, 'You deleted the folder a/b'],
    ['updated', { to: 'a/c' }, 'You renamed the folder a/b to c'],
    ['updated', { to: 'c/b' }, 'You moved the folder a/b to c/b'],
  ] as const)('about a folder that was %s with %j reads: %s', (op, more, sentence) => {
    const { change } = entry(op, 'window', 0);
    const folder = { ...change, entity: 'folder' as const };
    expect(describeActivity({ name: 'a/b', change: folder, ...more })).toBe(sentence);
    expect(canUndo({ ...entry(op, 'window', 0), change: folder })).toBe(op === 'deleted');
  });

  it.each([
    ['GUARD_DENIED', 'claude could not run A: the guard denied it'],
    ['APPROVAL_NEEDED', 'claude could not run A: it was not approved'],
  ] as const)('about an execution that ended with %s reads: %s', (refusal, sentence) => {
    const { change, ...rest } = entry('created', 'claude', 0);
    const activity: Activity = { ...rest, refusal, change: { ...change, entity: 'execution' } };
    expect(describeActivity(activity)).toBe(sentence);
  });

  it('contains consecutive executions by the same caller', () => {
    const execution = (at: number, by: string, name: string): Activity => {
      const { change } = entry('created', by, at);
      return {
        ...entry('created', by, at),
        name,
        requestId: name,
        change: { ...change, entity: 'execution' },
      };
    };
    const listSentences = (...some: readonly Activity[]) =>
      some
        .reduce<readonly Activity[]>(addActivity, [])
        .map((one) => [one.key, describeActivity(one), one.requestId]);
    const [a, b] = [execution(1, 'claude', 'A'), execution(2, 'claude', 'B')];
    expect(listSentences(a)).toEqual([[1, 'claude ran A', 'A']]);
    expect(listSentences(a, execution(2, 'claude', 'A'))).toEqual([[1, 'claude ran A 2 times', 'A']]);
    expect(listSentences(a, b, execution(3, 'claude', 'B'))).toEqual([
      [1, 'claude ran 3 requests', undefined],
    ]);
    expect(listSentences(a, execution(2, 'cursor', 'B'))).toEqual([
      [2, 'cursor ran B', 'B'],
      [1, 'claude ran A', 'A'],
    ]);
    expect(listSentences(a, execution(20_000, 'claude', 'B'))).toHaveLength(2);
    expect(listSentences(a, entry('updated', 'claude', 2), b)).toHaveLength(3);
  });

  it.each(['created', 'updated', 'deleted'] as const)(
    'that %s a request or an environment can be undone if the server has an entry for it',
    { tags: 'environment:restore' },
    (op) => {
      const of = (entity: 'rest' | 'environment', stored?: string): Activity => {
        const { change, ...rest } = entry(op, 'x', 0, stored);
        return { ...rest, change: { ...change, entity } };
      };
      expect([of('rest'), of('environment')].map(canUndo)).toEqual([false, false]);
      expect([of('rest', '1'), of('environment', '1')].map(canUndo)).toEqual([true, true]);
    },
  );

  it('replaces the previous activity if both have the same entry in the database', () => {
    const list = addActivity(addActivity([], entry('updated', 'x', 0, '1')), entry('updated', 'x', 900, '1'));
    expect(list.map(({ at }) => at)).toEqual([900]);
    expect(addActivity(list, entry('updated', 'y', 950, '2'))).toHaveLength(2);
  });

  it('about a deletion cannot be undone after the request was restored as a new request', () => {
    const deleted = entry('deleted', 'x', 0, '1');
    const other = { ...deleted, entry: '2', change: { ...deleted.change, id: 'rest_1' } };
    const list = disableRestore([deleted, other, entry('created', 'x', 0, '3')], 'rest_0');
    expect(list.map(canUndo)).toEqual([false, true, true]);
    expect(list.map(({ isUndone }) => isUndone)).toEqual([undefined, undefined, undefined]);
  });

  it('is marked when its item is deleted later', () => {
    const created = entry('created', 'x', 0);
    const ran: Activity = {
      ...created,
      requestId: created.change.id,
      change: { ...created.change, entity: 'execution', id: 'exec_0' },
    };
    const deleted = entry('deleted', 'x', 2);
    const other = { ...created, change: { ...created.change, id: 'rest_1' } };
    const list = markGone([deleted, ran, other, created], created.change.id);
    expect(list.map(({ isGone = false }) => isGone)).toEqual([false, true, false, true]);
    expect(markGone(list, 'rest_2')).toBe(list);
  });

  it('stays in the list next to its undo', () => {
    const theirs = entry('updated', 'x', 0, '1');
    const undid = { ...entry('updated', 'window', 900, '2'), undid: describeActivity(theirs) };
    const list = addActivity(markUndone([theirs], { entry: theirs.entry }), undid);
    expect(list.map(describeActivity)).toEqual([
      'You undid “x changed the request A”',
      'x changed the request A',
    ]);
    expect(list.map(canUndo)).toEqual([true, false]);
    expect(addActivity(list, entry('updated', 'window', 950, '3'))).toHaveLength(3);
  });
});
