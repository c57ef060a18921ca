import { describe, expect, it } from 'vitest';

import { readStorageLimits, readCallLimits, readMaxOperations, readMaxSchemaBytes } from './limits.js';

describe('the limits of stored executions and activity', () => {
  it.each([
    [{}, 200, 5, 10_485_760],
    [{ TANDEM_EXECUTIONS_KEPT: '0', TANDEM_EXECUTION_BODY_BYTES: '10' }, 0, 5, 10],
    [{ TANDEM_EXECUTIONS_KEPT_PER_REQUEST: '0' }, 200, 0, 10_485_760],
    [{ TANDEM_EXECUTIONS_KEPT: '999999', TANDEM_EXECUTION_BODY_BYTES: '999999999' }, 10_000, 5, 52_428_800],
    [{ TANDEM_EXECUTIONS_KEPT: 'many', TANDEM_EXECUTION_BODY_BYTES: '-1' }, 200, 5, 10_485_760],
  ])(
    'with the settings %o are %i executions, %i per request, and %i bytes of a body',
    (env, executions, perRequest, bodyBytes) => {
      expect(readStorageLimits(env)).toMatchObject({ executions, perRequest, bodyBytes });
    },
  );
  it.each([
    [{}, 10_000],
    [{ TANDEM_ACTIVITY_KEPT: '0' }, 0],
    [{ TANDEM_ACTIVITY_KEPT: '999999' }, 100_000],
    [{ TANDEM_ACTIVITY_KEPT: '-1' }, 10_000],
  ])('with the settings %o are %i activity entries', { tags: 'activity:kept' }, (env, entries) => {
    expect(readStorageLimits(env).activity).toMatchObject({ entries });
  });
  it.each([
    [{}, 90],
    [{ TANDEM_ACTIVITY_DAYS: '7' }, 7],
    [{ TANDEM_ACTIVITY_DAYS: '0' }, 1],
  ])('with the settings %o are %i days of activity', { tags: 'activity:kept' }, (env, days) => {
    expect(readStorageLimits(env).activity).toMatchObject({ days });
  });
});

it.each([
  [{}, {}],
  [{ TANDEM_GRAPHQL_SCHEMA_BYTES: 'many' }, {}],
  [{ TANDEM_GRAPHQL_SCHEMA_BYTES: '1000' }, { graphqlSchemaBytes: 1000 }],
])('with %o a schema is limited to %o', { tags: 'graphql:schema' }, (env, limit) => {
  expect(readMaxSchemaBytes(env)).toEqual(limit);
});

it.each([
  [{}, {}],
  [{ TANDEM_APPLY_OPERATIONS: 'many' }, {}],
  [{ TANDEM_APPLY_OPERATIONS: '1000' }, { maxOperations: 1000 }],
])('the maximum number of operations is read from the environment %j', (env, limit) => {
  expect(readMaxOperations(env)).toEqual(limit);
});

it.each([
  [{}, {}],
  [{ TANDEM_APPROVAL_MS: '0' }, {}],
  [{ TANDEM_APPROVAL_MS: 'soon' }, {}],
  [{ TANDEM_APPROVAL_MS: '5000' }, { approvalMs: 5000 }],
  [{ TANDEM_APPROVAL_MS: '99999999' }, { approvalMs: 3_600_000 }],
])('with %o the time limit of approvals is %o', (env, wait) => {
  expect(readCallLimits(env)).toEqual(wait);
});
