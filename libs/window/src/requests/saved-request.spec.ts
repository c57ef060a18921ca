import { findRequestKind, requestKindList, requestKindNames } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { getMethodOrBadge } from './saved-request.js';

describe('the kind of a request', () => {
  it("is read from the prefix of the request's id", () => {
    expect(requestKindList.map((kind) => findRequestKind(`${requestKindNames[kind].prefix}_1`))).toEqual(
      requestKindList,
    );
    expect(findRequestKind('env_1')).toBeUndefined();
    expect(findRequestKind('restful')).toBeUndefined();
  });

  it('is shown as a badge if its requests have no methods', () => {
    expect(getMethodOrBadge({ id: 'rest_1', method: 'PURGE' })).toBe('PURGE');
    expect(getMethodOrBadge({ id: 'gql_1' })).toBe('GQL');
    expect(getMethodOrBadge({ id: 'gql_1', method: 'POST' })).toBe('GQL');
  });
});
