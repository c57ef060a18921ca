import { describe, expect, it } from 'vitest';

import {
  getInitialSelection,
  listSelectableRequests,
  type RunTarget,
  toRunSelection,
  describeSelection,
  findNumberProblem,
  countPlannedExecutions,
  toRunPlan,
  type RunForm,
  formatCell,
  listRowFields,
  maxRows,
  readDataRows,
} from './run-target.js';
import type { RequestId, Summary } from '../requests/saved-request.js';

const request = (id: string, folder: string): Summary => ({
  ...{ id: `rest_${id}` as RequestId, name: id, folder, method: 'GET', url: '' },
});
const content = {
  folders: ['Shop', 'Shop/Cart', 'Shopping'],
  requests: [
    request('top', ''),
    request('list', 'Shop'),
    request('add', 'Shop/Cart'),
    request('x', 'Shopping'),
  ],
};
const workspace: RunTarget = { kind: 'workspace' };
const shop: RunTarget = { kind: 'folder', path: 'Shop' };
const add: RunTarget = { kind: 'request', id: 'rest_add' as RequestId };

describe('the target of a run', { tags: 'runs:dialog' }, () => {
  it('contains the requests in the order of the tree', () => {
    const names = (target: RunTarget) => listSelectableRequests(target, content).map(({ name }) => name);
    expect(names(shop)).toEqual(['add', 'list']);
    expect(names(workspace)).toEqual(['add', 'list', 'x', 'top']);
    expect(names(add)).toEqual(['add', 'list', 'x', 'top']);
  });

  it.each([
    [workspace, { folder: '' }, 'All requests'],
    [shop, { folder: 'Shop' }, 'Shop'],
    [add, { ids: ['rest_add'] }, 'add'],
  ])('starts with everything selected: %o', (target, selection, words) => {
    const offered = listSelectableRequests(target, content);
    const chosen = getInitialSelection(target, offered);
    expect(toRunSelection(target, offered, chosen)).toEqual(selection);
    expect(describeSelection(target, offered, chosen)).toBe(words);
  });

  it('is passed as ids if only some requests are selected', () => {
    const offered = listSelectableRequests(workspace, content);
    const chosen = new Set(['rest_top', 'rest_add'] as RequestId[]);
    expect(toRunSelection(workspace, offered, chosen)).toEqual({ ids: ['rest_add', 'rest_top'] });
    expect(describeSelection(workspace, offered, chosen)).toBe('2 requests');
  });
});

const empty: RunForm = {
  environments: new Set(),
  ...{ iterations: '', parallel: '', retries: '', retryDelay: '', bail: '' },
};

describe('the form of a run', { tags: 'runs:dialog' }, () => {
  it.each([
    ['iterations', '', undefined],
    ['iterations', ' 3 ', undefined],
    ['iterations', '0', 'A whole number from 1 to 100,000'],
    ['iterations', '1.5', 'A whole number from 1 to 100,000'],
    ['parallel', '65', 'A whole number from 1 to 64'],
    ['retries', '0', undefined],
    ['retries', 'many', 'A whole number from 0 to 10'],
    ['retryDelay', '0', undefined],
    ['retryDelay', '600001', 'A whole number from 0 to 600,000'],
    ['bail', '-1', 'A whole number from 1 to 100,000'],
  ] as const)('says whether %s can be %j', (which, text, problem) => {
    expect(findNumberProblem(which, text)).toBe(problem);
  });

  it('does not send empty fields', () => {
    expect(toRunPlan(empty, [], undefined)).toEqual({});
  });

  it('uses no environment if none is chosen', () => {
    expect(toRunPlan(empty, ['a', 'b'], undefined)).toEqual({ environments: [null] });
  });

  it('sends environments in order, and rows instead of iterations', () => {
    const form = { environments: new Set(['b', 'a', 'gone']), ...{ iterations: '9', parallel: '2' } };
    const rows = [{ id: 1 }, { id: 2 }];
    expect(toRunPlan({ ...form, retries: '1', retryDelay: '50', bail: '3' }, ['a', 'b'], rows)).toEqual({
      ...{ environments: ['a', 'b'], rows, parallel: 2, retry: 1, retryDelayMs: 50, bail: 3 },
    });
    expect(toRunPlan({ ...form, retries: '', retryDelay: '', bail: '' }, [], undefined)).toEqual({
      iterations: 9,
      parallel: 2,
    });
  });

  it('counts the planned executions', () => {
    const two = { ...empty, environments: new Set(['a', 'b']) };
    expect(countPlannedExecutions(3, empty, undefined)).toBe(3);
    expect(countPlannedExecutions(3, { ...two, iterations: '4' }, undefined)).toBe(24);
    expect(countPlannedExecutions(3, { ...two, iterations: '4' }, [{ a: 1 }])).toBe(6);
  });
});

describe('data rows of a run', { tags: 'data:rows' }, () => {
  it.each([
    ['[{"id": 1, "name": "a"}, {"id": 2}]', [{ id: 1, name: 'a' }, { id: 2 }]],
    ['{"id": 1}\n\n{"id": 2}\n', [{ id: 1 }, { id: 2 }]],
    [
      'id,name\n1,"a, ""b"""\n2,\n',
      [
        { id: 1, name: 'a, "b"' },
        { id: 2, name: '' },
      ],
    ],
    ['\uFEFFid , name\r\n1,"two\nlines"\r\n', [{ id: 1, name: 'two\nlines' }]],
    ['\uFEFF[{"id": 1}]', [{ id: 1 }]],
  ])('are read from %j', async (text, rows) => {
    expect(await readDataRows(text)).toEqual({ rows });
  });

  it.each([
    ['[\n  {"a": "]},["},\n  {"b": [1, {}]},\n  3\n]', 'Line 4: a row must be an object'],
    ['[\n  {"a": 1},\n  {"a" 2}\n]', 'Line 3: this is not JSON'],
    ['{"a": 1}\n[1]', 'Line 2: a row must be an object'],
    ['{"a": 1}\n{"a": \n', 'Line 2: this is not JSON'],
    ['a,b\n1,2\n3,4,5\n', 'Line 3: '],
    ['a,b\n1,"2\n', 'Line '],
    ['a,a\n1,2\n', 'Line 1: the column "a" is there twice'],
    ['a,,c\n1,2,3\n', 'Line 1: a column has no name'],
    ['a,b\n', 'There are no rows'],
    ['[]', 'There are no rows'],
    ['a\n' + '1\n'.repeat(maxRows + 1), `at most ${maxRows}`],
  ])('are refused with a reason if they are invalid: %j', async (text, problem) => {
    expect(await readDataRows(text)).toEqual({ problem: expect.stringContaining(problem) as string });
  });

  it('are shown by field', () => {
    expect(listRowFields([{ b: 1 }, { a: 1, b: 2 }])).toEqual(['b', 'a']);
    expect(['x', undefined, 1, null, { a: 1 }].map(formatCell)).toEqual(['x', '', '1', 'null', '{"a":1}']);
  });
});
