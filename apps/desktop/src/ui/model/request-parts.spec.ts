import { type RestRequest, restDefaults } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { requestParts } from './request-parts.js';

const request = (fields: Partial<RestRequest>): RestRequest =>
  ({
    ...restDefaults,
    id: 'r',
    workspaceId: 'w',
    name: 'r',
    revision: 1,
    createdAt: '',
    updatedAt: '',
    ...fields,
  }) as RestRequest;

const pair = { name: 'a', value: '1', enabled: true };

describe('the parts of a request', () => {
  it('leave out what is empty', () => {
    expect(requestParts(request({}))).toEqual([]);
  });

  it('stand in the order in which they make up the request', () => {
    const parts = requestParts(
      request({
        pathParams: [pair],
        queryParams: [pair],
        headers: [pair],
        auth: { type: 'basic', username: 'me', password: 'secret' },
        body: { type: 'json', content: '{}' },
        script: 'export {}',
      }),
    );
    expect(parts.map(({ title }) => title)).toEqual([
      'Path',
      'Query',
      'Headers',
      'Auth, basic',
      'Body',
      'Script',
    ]);
  });

  it.each<RestRequest['auth']>([
    { type: 'basic', username: 'me', password: 'secret' },
    { type: 'bearer', token: 'secret' },
    { type: 'api-key', name: 'k', value: 'secret', in: 'query' },
  ])('never show a secret of $type', (auth) => {
    const parts = requestParts(request({ auth }));
    expect(parts).toHaveLength(1);
    expect(JSON.stringify(parts)).not.toContain('secret');
  });

  it.each<[RestRequest['body'], string]>([
    [{ type: 'text', content: 'x', contentType: 'text/csv' }, 'text/csv'],
    [{ type: 'form-urlencoded', fields: [pair] }, '"a"'],
    [{ type: 'multipart', parts: [{ name: 'f', file: 'a.png', enabled: true }, pair] }, 'file a.png'],
    [{ type: 'binary', file: 'a.bin' }, 'file a.bin'],
  ])('show a body %#', (body, text) => {
    expect(JSON.stringify(requestParts(request({ body })))).toContain(text);
  });
});
