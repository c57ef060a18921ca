import { graphqlDefaults, restDefaults } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { curlOf } from './curl.js';
import type { SavedRequest } from './saved-request.js';

const rest = (fields: object) =>
  ({ ...restDefaults, url: 'http://a.test/x', ...fields }) as unknown as SavedRequest;
const pair = (name: string, value: string, enabled = true) => ({ name, value, enabled });

describe('curl', () => {
  it.each([
    [{}, 'curl --request GET http://a.test/x'],
    [
      { queryParams: [pair('q', "it's"), pair('off', '1', false)] },
      `curl --request GET 'http://a.test/x?q=it'\\''s'`,
    ],
    [{ queryParams: [pair('q', '{{v}}')] }, `curl --request GET 'http://a.test/x?q={{v}}'`],
    [{ url: 'http://a.test/:id', pathParams: [pair('id', 'a/b')] }, 'curl --request GET http://a.test/a%2Fb'],
    [{ headers: [pair('x-a', '$1')] }, `curl --request GET http://a.test/x --header 'x-a: $1'`],
    [
      { auth: { type: 'basic', username: 'u', password: 'p' } },
      'curl --request GET http://a.test/x --user u:p',
    ],
    [
      { method: 'POST', body: { type: 'json', content: '{}' } },
      `curl --request POST http://a.test/x --header 'Content-Type: application/json' --data-raw '{}'`,
    ],
    [
      { method: 'POST', body: { type: 'multipart', parts: [{ name: 'f', file: 'a.txt', enabled: true }] } },
      'curl --request POST http://a.test/x --form f=@a.txt',
    ],
  ])('of %j is %s', (fields, command) => {
    expect(curlOf(rest(fields))).toBe(command);
  });

  it('posts a GraphQL document as JSON', () => {
    const request = { ...graphqlDefaults, url: 'http://a.test/g', query: '{ a }' } as unknown as SavedRequest;
    expect(curlOf(request)).toContain(`--data-raw '{"query":"{ a }","variables":{}}'`);
  });
});
