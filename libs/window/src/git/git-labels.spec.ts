import type { GitChange, GitState } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import {
  describeGitState,
  formatAuthors,
  formatChangeKind,
  formatFieldName,
  listAgentWork,
  listSecrets,
  suggestMessage,
} from './git-labels.js';

const createState = (more: Partial<GitState> = {}): GitState => ({
  repository: '/w',
  problem: null,
  branch: 'main',
  commit: '12345678',
  committedAt: null,
  upstream: null,
  ahead: 0,
  behind: 0,
  changed: 0,
  staged: 0,
  conflicts: [],
  unfinished: null,
  branches: ['main'],
  canPush: false,
  notes: [],
  ...more,
});

const agent = (at: string) => ({ by: 'smith', kind: 'mcp' as const, at });
const person = { by: 'window', kind: 'window' as const, at: '2026-01-02T00:00:00Z' };

const createChange = (name: string, more: Partial<GitChange> = {}): GitChange => ({
  id: name,
  entity: 'rest',
  name,
  op: 'updated',
  paths: [`${name}.yml`],
  staged: 'none',
  isConflict: false,
  fields: [],
  authors: [],
  secrets: [],
  note: null,
  ...more,
});

it.each([
  [createState(), 'main, nothing to commit'],
  [createState({ changed: 1, ahead: 2, behind: 3 }), 'main, 1 changed file, 2 to push, 3 to pull'],
  [
    createState({ branch: null, changed: 2, conflicts: ['a.yml'] }),
    'detached at 12345678, 1 conflict, 2 changed files',
  ],
])('the state of the repository is described: %j', (state, text) => {
  expect(describeGitState(state)).toBe(text);
});

it.each([
  ['url', 'URL'],
  ['headers[accept]', 'Headers[accept]'],
  ['settings.timeoutMs', 'Settings.timeoutMs'],
])('the field %s is shown as %s', (name, text) => {
  expect(formatFieldName(name)).toBe(text);
});

it('a change is shown with its kind, and with each author once', () => {
  const change = createChange('a', { authors: [agent('2'), agent('1'), person], op: 'created' });
  expect([formatChangeKind(change), formatAuthors(change)]).toEqual(['New', 'smith, You']);
  expect(formatChangeKind({ ...change, isConflict: true })).toBe('Conflict');
});

describe('the work of an agent', () => {
  it('consists of what only the agent has changed since the last commit', () => {
    const own = createChange('own', {
      authors: [agent('2026-01-03')],
      fields: [{ name: 'url', author: agent('2026-01-03') }],
    });
    const created = createChange('created', { op: 'created', authors: [agent('2026-01-01')] });
    const shared = createChange('shared', { authors: [agent('2026-01-03'), person] });
    const unclear = createChange('unclear', {
      authors: [agent('2026-01-03')],
      fields: [{ name: 'url', author: agent('2026-01-03') }, { name: 'body' }],
    });
    const mine = createChange('mine', { authors: [person] });
    expect(listAgentWork([own], '2026-01-02T00:00:00Z')).toMatchObject([
      { since: '2026-01-02T00:00:00.999Z' },
    ]);
    expect(listAgentWork([own, created, shared, unclear, mine], '2026-01-02')).toEqual([
      { by: 'smith', changes: [own, created], shared: 2, since: '2026-01-01' },
    ]);
  });
});

it('the message of a commit names the first changes', () => {
  const names = ['a', 'b', 'c', 'd'].map((name) => createChange(name));
  expect(suggestMessage(names)).toBe('Change a, b, c and 1 more');
  expect(suggestMessage([createChange('a', { op: 'created' })])).toBe('Add a');
  expect(suggestMessage([createChange('a', { op: 'deleted' }), createChange('b')])).toBe('Change a, b');
  expect(suggestMessage([])).toBe('');
});

it('the secrets of changes are listed once', () => {
  expect(
    listSecrets([createChange('a', { secrets: ['A', 'B'] }), createChange('b', { secrets: ['A'] })]),
  ).toEqual(['A', 'B']);
});
