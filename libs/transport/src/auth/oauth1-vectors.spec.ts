import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

import type { AuthOf, OAuth1Method } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { signOAuth1Request } from './oauth1.js';

type Auth = AuthOf<'oauth1'>;

interface Vector {
  readonly name: string;
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly body: string | null;
  readonly auth: Partial<Auth>;
  readonly own: Parameters<typeof signOAuth1Request>[2];
  readonly signature: string;
}

const vectors = JSON.parse(
  readFileSync(new URL('../testing/oauth1-vectors.json', import.meta.url), 'utf8'),
) as readonly Vector[];

const formType = 'application/x-www-form-urlencoded';
const getHeaders = (body: string | null) => (body === null ? [] : ['Content-Type', formType]);

const getAuth = (own: Vector['own'], more: Partial<Auth>): Auth => ({
  type: 'oauth1',
  consumerKey: own.oauth_consumer_key,
  signatureMethod: own.oauth_signature_method as OAuth1Method,
  ...more,
});

describe('a published example', () => {
  it.each(vectors.map((one) => [one.name, one] as const))(
    'has the published signature: %s',
    { tags: 'auth:oauth1' },
    (_name, { auth, own, signature, ...wire }) => {
      const headers = getHeaders(wire.body);
      expect(signOAuth1Request({ ...wire, headers }, getAuth(own, auth), own)).toBe(signature);
    },
  );

  it('has the base string of RFC 5849, section 3.4.1.1', { tags: 'auth:oauth1' }, () => {
    const base = [
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D',
      '%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1',
      '%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
    ].join('');
    const own = {
      oauth_consumer_key: '9djdj82h48djs9d2',
      oauth_token: 'kkk9d7dh3k39sjv7',
      oauth_signature_method: 'HMAC-SHA1',
      oauth_timestamp: '137131201',
      oauth_nonce: '7d8f3e4a',
    } as unknown as Vector['own'];
    const wire = {
      origin: 'http://example.com',
      path: '/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b',
      method: 'POST',
      headers: ['Host', 'EXAMPLE.com:80', 'Content-Type', formType],
      body: 'c2&a3=2+q',
    };
    const auth = getAuth(own, { consumerSecret: 'j49sk3j29djd', accessTokenSecret: 'dh893hdasih9' });
    const signature = createHmac('sha1', 'j49sk3j29djd&dh893hdasih9').update(base).digest('base64');
    expect(signOAuth1Request(wire, auth, own)).toBe(signature);
  });
});
