import { describe, expect, it } from 'vitest';

import type { ImportedRequest } from '../imports/import.js';
import type { Body } from '../requests/fields.js';
import { nameSecrets, referToSecrets } from './refer-to-secrets.js';

const token = 'tk-8J2mQ4xV7pLz';
const password = 'pa"ss-9Kd2wQ71';
const secrets = [
  { name: 'TOKEN', value: token },
  { name: 'QUOTED', value: password },
];
const refer = referToSecrets(secrets);

const at = { folder: '', name: 'Ping' };
const pair = (name: string, value: string) => ({ name, value, enabled: true });

describe('a request with secrets in its texts', { tags: 'import:secrets' }, () => {
  it('refers to secrets by name in its URL, headers and parameters', () => {
    const request: ImportedRequest = {
      ...at,
      kind: 'rest',
      url: `http://api.test/?key=${token}`,
      headers: [pair('X-Key', `Token ${token}`)],
      queryParams: [pair('key', token)],
      pathParams: [pair('id', token)],
    };
    expect(refer(request)).toEqual({
      ...request,
      url: 'http://api.test/?key={{TOKEN}}',
      headers: [pair('X-Key', 'Token {{TOKEN}}')],
      queryParams: [pair('key', '{{TOKEN}}')],
      pathParams: [pair('id', '{{TOKEN}}')],
    });
  });

  it.each<[string, Body, Body]>([
    [
      'JSON, where the value is escaped',
      { type: 'json', content: `{"password": ${JSON.stringify(password)}}` },
      { type: 'json', content: '{"password": "{{QUOTED}}"}' },
    ],
    [
      'text',
      { type: 'text', content: `key=${token}`, contentType: 'text/plain' },
      { type: 'text', content: 'key={{TOKEN}}', contentType: 'text/plain' },
    ],
    [
      'a form',
      { type: 'form-urlencoded', fields: [pair('key', token)] },
      { type: 'form-urlencoded', fields: [pair('key', '{{TOKEN}}')] },
    ],
    ['nothing', { type: 'none' }, { type: 'none' }],
  ])('refers to secrets by name in a body of %s', (_, body, expected) => {
    expect(refer({ ...at, kind: 'rest', body })).toEqual({
      ...at,
      kind: 'rest',
      body: expected,
    });
  });

  it('refers to secrets by name in a GraphQL query, and in variables as an object or as text', () => {
    const request: ImportedRequest = { ...at, kind: 'graphql', query: `{ user(key: "${token}") { id } }` };
    const variables = { input: { keys: [token], count: 1, none: null } };
    expect(refer({ ...request, variables })).toEqual({
      ...request,
      query: '{ user(key: "{{TOKEN}}") { id } }',
      variables: { input: { keys: ['{{TOKEN}}'], count: 1, none: null } },
    });
    expect(refer({ ...request, variables: JSON.stringify({ key: password }) })).toMatchObject({
      variables: '{"key":"{{QUOTED}}"}',
    });
  });

  it('keeps a secret where a reference to it would be sent differently', () => {
    const encoded = `http://api.test/?key=${encodeURIComponent(password)}`;
    expect(refer({ ...at, kind: 'rest', url: encoded })).toEqual({ ...at, kind: 'rest', url: encoded });
  });

  it('gets no additional fields', () => {
    expect(refer({ ...at, kind: 'rest' })).toEqual({ ...at, kind: 'rest' });
    expect(refer({ ...at, kind: 'graphql' })).toEqual({ ...at, kind: 'graphql' });
  });

  it('refers to secrets by name in its description', () => {
    expect(refer({ ...at, kind: 'rest', description: `Use ${token}.` })).toMatchObject({
      description: 'Use {{TOKEN}}.',
    });
  });
});

describe('text that is only read', { tags: 'import:secrets' }, () => {
  const name = nameSecrets(secrets);

  it('contains the name of a secret instead of its value, in any encoding', () => {
    expect(name(`${token}, ${encodeURIComponent(password)} and ${token}`)).toBe(
      '{{TOKEN}}, {{QUOTED}} and {{TOKEN}}',
    );
  });

  it('contains the name of a truncated secret instead of the whole word that begins with it', () => {
    const long = 'kX9q-Zt4w_Lm2v.R8bN'.repeat(5);
    const named = nameSecrets([{ name: 'LONG', value: long }]);
    expect(named(`It begins with ${long.slice(0, 80)}0000. It ends with ${long}0000.`)).toBe(
      'It begins with {{LONG}}. It ends with {{LONG}}0000.',
    );
  });

  it('stays unchanged without a secret', () => {
    expect(name('nothing to see')).toBe('nothing to see');
  });
});
