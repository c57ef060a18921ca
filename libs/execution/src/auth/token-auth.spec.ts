import { describe, expect, it } from 'vitest';

import type { PreparedRequest, TokenAuth } from '../execution-state.js';
import { addToken, addTokenPlaceholder, findTokenName, getTokenLocation } from './token-auth.js';

const oauth2 = (more: object = {}): TokenAuth => ({
  ...{ type: 'oauth2', grant: 'client_credentials', accessTokenUrl: 'http://t.test/', clientId: 'c' },
  ...more,
});

const createPrepared = (more: Partial<PreparedRequest> = {}): PreparedRequest => ({
  ...{ method: 'GET', url: 'http://h.test/', headers: [], credentials: [], body: { kind: 'none' } },
  ...{ pathParams: {}, queryParams: {} },
  ...more,
});

describe('a token', { tags: 'auth:oauth2' }, () => {
  it.each<[object, string]>([
    [{}, 'Bearer a b'],
    [{ prefix: ' Token ' }, 'Token a b'],
    [{ prefix: ' ' }, 'a b'],
  ])('is put into the header, after its prefix: %j', (more, value) => {
    const request = createPrepared({ headers: [['x-a', '1']], credentials: ['x-a'] });
    expect(addToken(request, oauth2(more), 'a b')).toEqual({
      ...request,
      headers: [
        ['x-a', '1'],
        ['authorization', value],
      ],
      credentials: ['x-a', 'authorization'],
    });
    expect(getTokenLocation(oauth2(more))).toBe('headers.authorization');
  });

  it.each([
    ['http://h.test/', 'http://h.test/?access_token=a%20b'],
    ['http://h.test/?c=d', 'http://h.test/?c=d&access_token=a%20b'],
    ['http://h.test/x#part?e', 'http://h.test/x?access_token=a%20b#part?e'],
    ['http://h.test/?c=d#part\nb', 'http://h.test/?c=d&access_token=a%20b#part\nb'],
  ])('is put into the query of %s, before a fragment', (url, expected) => {
    expect(addToken(createPrepared({ url }), oauth2({ sendIn: 'query' }), 'a b')).toEqual(
      createPrepared({ url: expected }),
    );
  });

  it('has the name in the query that the auth gives', () => {
    const auth = oauth2({ sendIn: 'query', queryName: 'k&y' });
    expect(addToken(createPrepared(), auth, 't').url).toBe('http://h.test/?k%26y=t');
    expect(getTokenLocation(auth)).toBe('query.k&y');
    expect(getTokenLocation(oauth2({ sendIn: 'query', queryName: '' }))).toBe('query.access_token');
  });

  it('is shown as a placeholder with its name until it is known', () => {
    const show = (request: PreparedRequest) => addTokenPlaceholder(request, (name) => `<${name}>`);
    expect(show(createPrepared({ token: oauth2() })).headers).toEqual([
      ['authorization', 'Bearer <access_token>'],
    ]);
    expect(show(createPrepared({ token: oauth2({ token: 'id_token', sendIn: 'query' }) })).url).toBe(
      'http://h.test/?access_token=<id_token>',
    );
    expect(findTokenName(createPrepared({ token: { type: 'jwt' } as TokenAuth }))).toBe('jwt');
  });

  it('is not added without an auth, or if the request has an Authorization header of its own', () => {
    const own = createPrepared({ token: oauth2(), headers: [['Authorization', 'own']] });
    for (const request of [createPrepared(), own]) {
      expect(findTokenName(request)).toBeUndefined();
      expect(addTokenPlaceholder(request, () => 'x')).toBe(request);
    }
    expect(findTokenName({ ...own, token: oauth2({ sendIn: 'query' }) })).toBe('access_token');
  });
});
