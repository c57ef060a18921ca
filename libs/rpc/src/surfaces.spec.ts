import {
  type AppError,
  createInvalidInput,
  ExecutionId,
  GraphqlRequestId,
  RestRequestId,
} from '@tandem/core';
import { decode, t, text } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import { describe, expect, it } from 'vitest';

import { findHint, formatPublicError, getRpcCode } from './surfaces.js';

describe('the hint of an error', () => {
  it.each([
    ['a REST request id', decode(RestRequestId), 'Use rest_list to find ids.'],
    ['a GraphQL request id', decode(GraphqlRequestId), 'Use graphql_list to find ids.'],
    ['an execution id', decode(ExecutionId), 'Use executions_list to find ids; only the newest are kept.'],
    ['a reference', decode(text('a reference', 100, 'REST request')), 'Use rest_list to find ids.'],
    ['a string', decode(t.string), undefined],
  ])('says where to find an argument that is not %s', (_, check, hint) => {
    const refused = check(5);
    const found = E.isLeft(refused) ? findHint({ kind: 'invalid-input', issues: refused.left }) : 'accepted';
    expect(found).toBe(hint);
  });

  it('does not depend on the words of an issue', () => {
    const expected = 'a REST request id';
    expect(findHint(createInvalidInput('id', 'is wrong', { expected, got: 'a name' }))).toBeUndefined();
    const entity = 'REST request';
    expect(findHint(createInvalidInput('id', 'is wrong', { expected: 'it', got: 'a name', entity }))).toBe(
      'Use rest_list to find ids.',
    );
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

describe('an error as callers see it', () => {
  it('has a hint and details only if they exist', () => {
    expect(formatPublicError({ kind: 'not-found', entity: 'workspace', ref: 'x' })).not.toHaveProperty(
      'hint',
    );
    const none = formatPublicError({ kind: 'no-active-workspace' });
    expect(Object.keys(none)).toEqual(['code', 'message', 'hint']);
    const near = formatPublicError({ kind: 'workspace-not-found', ref: 'x', near: ['y'] });
    expect(near).toMatchObject({ code: 'WORKSPACE_NOT_FOUND', details: { near: ['y'] } });
  });

  it('has the JSON-RPC code that matches its own code', () => {
    expect(
      ['INVALID_ARGUMENTS', 'NOT_FOUND', 'REVISION_CONFLICT', 'STORAGE_FAILED', 'NEW'].map(getRpcCode),
    ).toEqual([-32602, -32004, -32009, -32603, -32603]);
  });
});
