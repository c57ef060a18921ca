import { createHash, generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AuthOf, OAuth1Method } from '@tandem/core';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  findHeader,
  formType,
  isSignatureValid,
  keys,
  parseOAuthHeader,
  type RequestDescription,
} from '../testing/oauth1-server.js';
import { describeRequest, formatOutcome, openOtherEnd } from '../testing/other-end.js';
import { isForm, parseFormParameters } from './oauth1.js';

type Auth = AuthOf<'oauth1'>;

const pem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const other = openOtherEnd();
afterAll(other.close);

const secrets = { consumerSecret: 'c&s %é', accessTokenSecret: 't/s+=' };
const full: Auth = {
  type: 'oauth1',
  signatureMethod: 'HMAC-SHA1',
  consumerKey: 'key é',
  accessToken: 'to/ken',
  ...secrets,
  privateKey: pem,
};

type SentOptions = Parameters<typeof other.send>[1];

const sendAndDescribe = async (path: string, request: SentOptions): Promise<RequestDescription> => {
  const origin = await other.http(describeRequest);
  return JSON.parse(formatOutcome(await other.send(origin + path, request))) as RequestDescription;
};

const form = (text: string): SentOptions => ({
  method: 'POST',
  headers: [['content-type', `${formType}; charset=utf-8`]],
  body: { kind: 'text', text },
});

const getFault = async (request: SentOptions): Promise<unknown> => {
  const origin = await other.http(describeRequest);
  return JSON.parse(formatOutcome(await other.send(origin, request)));
};

describe('a request with OAuth 1.0', () => {
  const methods = [
    'HMAC-SHA1',
    'HMAC-SHA256',
    'HMAC-SHA512',
    'RSA-SHA1',
    'RSA-SHA256',
    'RSA-SHA512',
    'PLAINTEXT',
  ];
  it.each(
    methods.flatMap((method) =>
      (['header', 'query', 'body'] as const).map((place) => [method, place] as const),
    ),
  )(
    'is accepted by a server that checks the signature: %s in the %s',
    { tags: 'auth:oauth1' },
    async (method, sendIn) => {
      const auth = { ...full, signatureMethod: method as OAuth1Method, sendIn };
      const seen = await sendAndDescribe('a%20b/c?x=1&x=%C3%A9+b&=y&z', {
        ...form('q=1&r=%2B+*&q=0&q'),
        auth,
      });
      expect(isSignatureValid(seen, secrets)).toBe(true);
      expect(isSignatureValid({ ...seen, method: 'PUT' }, secrets)).toBe(method === 'PLAINTEXT');
      expect(isSignatureValid(seen, { ...secrets, consumerSecret: 'other' })).toBe(method.startsWith('RSA'));
      expect(findHeader(seen, 'authorization') !== undefined).toBe(sendIn === 'header');
      expect(seen.url.startsWith('/a%20b/c?x=1&x=%C3%A9+b&=y&z')).toBe(true);
      expect(seen.body.startsWith('q=1&r=%2B+*&q=0&q')).toBe(true);
    },
  );

  it('is accepted with a signature over arbitrary names and values', { tags: 'auth:oauth1' }, async () => {
    const origin = await other.http(describeRequest);
    const text = fc.string({ unit: 'grapheme', maxLength: 8 });
    const pairs = fc.array(
      fc.tuple(fc.oneof(text, fc.constantFrom('__proto__', 'toString', 'a', 'a-')), text),
      {
        maxLength: 6,
      },
    );
    await fc.assert(
      fc.asyncProperty(pairs, pairs, async (query, fields) => {
        const path = `?${String(new URLSearchParams(query))}`;
        const body = String(new URLSearchParams(fields));
        const sent = await other.send(origin + path, { ...form(body), auth: full });
        expect(isSignatureValid(JSON.parse(formatOutcome(sent)) as RequestDescription, secrets)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('uses OAuth 1.0 rather than credentials in the URL', { tags: 'auth:oauth1' }, async () => {
    const origin = (await other.http(describeRequest)).replace('://', '://somebody:else@');
    const seen = JSON.parse(formatOutcome(await other.send(origin, { auth: full }))) as RequestDescription;
    expect(Object.fromEntries(parseOAuthHeader(seen))).toMatchObject({
      oauth_consumer_key: full.consumerKey,
    });
  });

  it('has a new nonce each time, and the configured fields', { tags: 'auth:oauth1' }, async () => {
    const sent = { auth: { ...full, realm: 'a "b"', callbackUrl: 'oob', verifier: 'v' } };
    const [one, two] = [await sendAndDescribe('', sent), await sendAndDescribe('', sent)];
    expect(findHeader(one, 'authorization')).toMatch(
      /^OAuth realm="a \\"b\\"", oauth_callback="oob", oauth_consumer_key="key%20%C3%A9", /,
    );
    const nonces = [one, two].map((seen) => Object.fromEntries(parseOAuthHeader(seen)).oauth_nonce);
    expect(new Set(nonces).size).toBe(2);
    const { oauth_timestamp: seconds } = Object.fromEntries(parseOAuthHeader(one));
    expect(Math.abs(Number(seconds) - Date.now() / 1000)).toBeLessThan(3_600);
    const set = { timestamp: '12', nonce: 'n', version: '1.1' };
    const own = Object.fromEntries(
      parseOAuthHeader(await sendAndDescribe('', { auth: { ...full, ...set } })),
    );
    expect(own).toMatchObject({ oauth_timestamp: '12', oauth_nonce: 'n', oauth_version: '1.1' });
    expect(own).not.toHaveProperty('oauth_body_hash');
  });

  it.each([
    ['HMAC-SHA1', 'sha1'],
    ['RSA-SHA512', 'sha512'],
  ] as const)(
    'is signed with the hash of a body that is not a form: %s',
    { tags: 'auth:oauth1' },
    async (method, hash) => {
      const auth = { ...full, signatureMethod: method, includeBodyHash: true };
      const bytes = Uint8Array.from([0, 255, 10]);
      const seen = await sendAndDescribe('', { method: 'PUT', body: { kind: 'bytes', bytes }, auth });
      const own = Object.fromEntries(parseOAuthHeader(seen));
      expect(own.oauth_body_hash).toBe(createHash(hash).update(bytes).digest('base64'));
      expect(isSignatureValid(seen, secrets)).toBe(true);
      const empty = Object.fromEntries(parseOAuthHeader(await sendAndDescribe('', { auth })));
      expect(empty.oauth_body_hash).toBe(createHash(hash).digest('base64'));
      expect(
        Object.fromEntries(parseOAuthHeader(await sendAndDescribe('', { ...form('a=b'), auth }))),
      ).not.toHaveProperty('oauth_body_hash');
    },
  );

  it('sends the OAuth parameters as a form if it has no body', { tags: 'auth:oauth1' }, async () => {
    const seen = await sendAndDescribe('', { method: 'POST', auth: { ...full, sendIn: 'body' } });
    expect(findHeader(seen, 'content-type')).toBe(formType);
    expect(isSignatureValid(seen, secrets)).toBe(true);
  });

  it.each<[string, SentOptions]>([
    ['another body', { method: 'POST', body: { kind: 'text', text: '{}' } }],
    ['a GET', { method: 'GET' }],
  ])('is not sent with its parameters in %s', { tags: 'auth:oauth1' }, async (_name, request) => {
    expect(await getFault({ ...request, auth: { ...full, sendIn: 'body' } })).toMatchObject({
      fault: { code: 'AUTH_INVALID', details: { field: 'auth.sendIn' } },
    });
  });

  it.each([
    ['no key at all', 'hush'],
    [
      'a key of another kind',
      generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ],
    ['a public key', keys.publicKey.export({ type: 'spki', format: 'pem' }).toString()],
  ])('is not sent with %s as its private key', { tags: 'auth:oauth1' }, async (_name, privateKey) => {
    const failure = await getFault({ auth: { ...full, signatureMethod: 'RSA-SHA256', privateKey } });
    expect(failure).toMatchObject({ fault: { code: 'AUTH_INVALID', details: { field: 'auth.privateKey' } } });
    expect(JSON.stringify(failure)).not.toContain(privateKey.split('\n')[1] ?? privateKey);
  });

  it('is not sent without the private key that its signature method needs', async () => {
    const { privateKey: _, ...auth } = { ...full, signatureMethod: 'RSA-SHA256' as const };
    expect(await getFault({ auth })).toMatchObject({
      fault: {
        code: 'AUTH_INVALID',
        message: expect.stringMatching(/^The private key of OAuth 1\.0 is missing\. /) as string,
      },
    });
  });

  it.each([
    ['a form of more than a mebibyte', 'a'.repeat(2 ** 20 + 1)],
    ['more than 20,000 parameters', 'a=1&'.repeat(20_001)],
  ])('is not sent with %s', { tags: 'auth:oauth1' }, async (_name, text) => {
    expect(await getFault({ ...form(text), auth: full })).toMatchObject({
      fault: {
        code: 'AUTH_INVALID',
        message:
          'OAuth 1.0 signs each parameter of a query and a form, here at most 20000 with 1048576 bytes. Send fewer, or a body that is not a form.',
      },
    });
  });

  it('may have a private key with line breaks written as \\\\n', { tags: 'auth:oauth1' }, async () => {
    const auth = { ...full, signatureMethod: 'RSA-SHA256', privateKey: pem.replaceAll('\n', '\\n') } as const;
    expect(isSignatureValid(await sendAndDescribe('', { auth }), secrets)).toBe(true);
  });

  it('keeps its own Authorization header', { tags: 'auth:oauth1' }, async () => {
    const seen = await sendAndDescribe('', { headers: [['Authorization', 'own']], auth: full });
    expect(findHeader(seen, 'authorization')).toBe('own');
  });

  it('is signed with its own Host header as the host', { tags: 'auth:oauth1' }, async () => {
    const seen = await sendAndDescribe('', { headers: [['Host', 'Other.test']], auth: full });
    const named = {
      ...seen,
      headers: seen.headers.map((one) => (one === 'Other.test' ? 'other.test' : one)),
    };
    expect(isSignatureValid(named, secrets)).toBe(true);
  });

  it.each(['header', 'query'] as const)(
    'is signed again for a redirect to its origin, but not to another origin: in the %s',
    { tags: 'auth:oauth1' },
    async (sendIn) => {
      const seen: string[] = [];
      const said = (request: IncomingMessage) => `${request.headers.authorization ?? ''}${request.url}`;
      const far = await other.http((request, response) => {
        seen.push(said(request));
        response.end();
      });
      const near = await other.http((request, response) => {
        seen.push(said(request));
        response
          .writeHead(307, { location: request.url?.startsWith('/next') === true ? far : '/next' })
          .end();
      });
      await other.send(near, { auth: { ...full, sendIn } });
      expect(seen.map((one) => one.includes('oauth_signature='))).toEqual([true, true, false]);
      expect(seen[0]?.replace('/', '')).not.toBe(seen[1]?.replace('/next', ''));
    },
  );
});

const type = 'application/x-www-form-urlencoded';

describe('a form', () => {
  it.each([
    ['content-type', type],
    ['Content-Type', ` ${type.toUpperCase()} ; charset=utf-8`],
    ['a', 'b', 'content-type', `${type};`],
  ])('is recognized by the headers %s: %s', (...headers) => {
    expect(isForm(headers)).toBe(true);
  });

  it.each([
    [],
    ['content-type'],
    ['x-type', type],
    ['content-type', `${type}2`],
    ['content-type', `text/plain; ${type}`],
    ['a', 'content-type', type, 'b'],
    ['content-type', 'text/plain', 'b', type],
  ])('is not recognized by other headers: %s, %s', (...headers) => {
    expect(isForm(headers)).toBe(false);
  });

  it.each([
    ['', []],
    ['&&', []],
    ['a', [['a', '']]],
    ['a=', [['a', '']]],
    ['=b', [['', 'b']]],
    [
      'a=b=c&a=d',
      [
        ['a', 'b=c'],
        ['a', 'd'],
      ],
    ],
    ['a+b=%2B+%C3%BC', [['a b', '+ ü']]],
    ['%zz=%', [['%zz', '%']]],
    ['a=%FCx%41+', [['a', '\ufffdxA ']]],
  ])('is parsed: %j has the parameters %j', (encoded, parameters) => {
    expect(parseFormParameters(encoded)).toEqual(parameters);
  });
});
