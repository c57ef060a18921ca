import { type AppError, createInvalidInput } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { findHint } from './hints.js';

describe('the hint of an error', () => {
  it.each([
    ['a REST request id', 'Use rest_list to find ids.'],
    ['a GraphQL request id', 'Use graphql_list to find ids.'],
    ['an execution id', 'Use executions_list to find ids; only the newest are kept.'],
    ['string', undefined],
  ])('says where to find %s', (expected, hint) => {
    expect(findHint(createInvalidInput('id', 'is wrong', { expected, got: 'a name' }))).toBe(hint);
  });

  it.each<[AppError, string | undefined]>([
    [{ kind: 'not-found', entity: 'environment', ref: 'x' }, 'Use environments_list to find ids and names.'],
    [{ kind: 'not-found', entity: 'workspace', ref: 'x' }, undefined],
    [
      { kind: 'workspace-not-found', ref: 'x', near: [] },
      'Use workspaces_list first and pass the returned id.',
    ],
    [
      { kind: 'workspace-not-found', ref: 'x', near: ['a', 'b'] },
      'Use workspaces_list first and pass the returned id. Near: a, b.',
    ],
    [{ kind: 'no-active-workspace' }, 'Pass workspaceId; workspaces_list shows the ids.'],
    [
      { kind: 'conflict-not-found', id: 'rest_1', field: 'url' },
      'Use synchronization_synchronize with dryRun: true to see the conflicts.',
    ],
    [{ kind: 'folder-changed', path: '/a' }, 'Synchronize again.'],
  ])('after %j is %s', (error, hint) => {
    expect(findHint(error)).toBe(hint);
  });
});
