import { kindOfRequestId, requestKindList, requestKindNames } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { methodOrBadge } from './request-kinds.js';

describe('the kind of a request', () => {
  it('the kind of a request follows from the prefix of its id', () => {
    expect(requestKindList.map((kind) => kindOfRequestId(`${requestKindNames[kind].prefix}_1`))).toEqual(
      requestKindList,
    );
    expect(kindOfRequestId('env_1')).toBeUndefined();
    expect(kindOfRequestId('restful')).toBeUndefined();
  });

  it('a kind without methods shows its badge', () => {
    expect(methodOrBadge({ id: 'rest_1', method: 'PURGE' })).toBe('PURGE');
    expect(methodOrBadge({ id: 'gql_1' })).toBe('GQL');
    expect(methodOrBadge({ id: 'gql_1', method: 'POST' })).toBe('GQL');
  });
});
