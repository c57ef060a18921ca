import { describe, expect, it } from 'vitest';

import { formatPublicError, getRpcCode } from './surfaces.js';

describe('an error as callers see it', () => {
  it('has a hint and details only if there are any', () => {
    expect(formatPublicError({ kind: 'not-found', entity: 'workspace', ref: 'x' })).not.toHaveProperty(
      'hint',
    );
    const none = formatPublicError({ kind: 'no-active-workspace' });
    expect(Object.keys(none)).toEqual(['code', 'message', 'hint']);
    const near = formatPublicError({ kind: 'workspace-not-found', ref: 'x', near: ['y'] });
    expect(near).toMatchObject({ code: 'WORKSPACE_NOT_FOUND', details: { near: ['y'] } });
  });

  it('has the JSON-RPC code that matches its own', () => {
    expect(
      ['INVALID_ARGUMENTS', 'NOT_FOUND', 'REVISION_CONFLICT', 'STORAGE_FAILED', 'NEW'].map(getRpcCode),
    ).toEqual([-32602, -32004, -32009, -32603, -32603]);
  });
});
