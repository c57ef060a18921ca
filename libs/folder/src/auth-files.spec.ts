import type { Auth, RestRequest } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { type TestWorkspace, testInWorkspace } from './testing/house.js';

/** A file as Bruno 4.1 writes it, with a comment that a person added. */
const ntlmByBruno = `info:
  name: Orders
  type: http

http:
  method: GET
  url: http://h/orders
  auth:
    type: ntlm
    username: "{{user}}" # of the test system
    password: "{{password}}"
    domain: CORP
`;

const readNtlm = {
  type: 'ntlm',
  username: '{{user}}',
  password: '{{password}}',
  domain: 'CORP',
} as const satisfies Auth;

const findOnlyRequest = async (house: TestWorkspace): Promise<RestRequest> => {
  const [one] = await house.all();
  if (one === undefined) throw new Error('the request was not read');
  return one;
};

it(
  'NTLM in a Bruno file is read and changed in place',
  { tags: 'auth:ntlm' },
  testInWorkspace(async (house) => {
    await house.write('orders.yml', ntlmByBruno);
    expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [] });
    const { id, auth } = await findOnlyRequest(house);
    expect(auth).toEqual(readNtlm);
    expect(await house.read('orders.yml')).toContain(ntlmByBruno);
    const { domain: _, ...without } = readNtlm;
    for (const next of [{ ...readNtlm, domain: 'other' }, without, { ...without, domain: '' }]) {
      await unwrapResult(house.application.rest.update({ id, auth: next }));
      await house.synchronize();
      expect(await house.synchronize()).toMatchObject({ written: [], merged: [], conflicts: [] });
      expect((await findOnlyRequest(house)).auth).toEqual(next);
    }
    expect(await house.read('orders.yml')).toContain('username: "{{user}}" # of the test system');
  }),
);

/** A file as Bruno 4.1 writes it, with a comment that a person added. */
const oauth1ByBruno = `info:
  name: Orders
  type: http

http:
  method: GET
  url: http://h/orders
  auth:
    type: oauth1
    consumerKey: "{{key}}" # of the test system
    consumerSecret: "{{secret}}"
    accessToken: token
    accessTokenSecret: "{{tokenSecret}}"
    callbackUrl: oob
    verifier: v1
    signatureMethod: RSA-SHA256
    privateKey:
      type: text
      value: "{{pem}}"
    timestamp: "1191242096"
    nonce: once
    version: "1.0"
    realm: photos
    placement: query
    includeBodyHash: true
`;

const readOauth1 = {
  type: 'oauth1',
  signatureMethod: 'RSA-SHA256',
  consumerKey: '{{key}}',
  consumerSecret: '{{secret}}',
  accessToken: 'token',
  accessTokenSecret: '{{tokenSecret}}',
  callbackUrl: 'oob',
  verifier: 'v1',
  timestamp: '1191242096',
  nonce: 'once',
  version: '1.0',
  realm: 'photos',
  privateKey: '{{pem}}',
  sendIn: 'query',
  includeBodyHash: true,
} as const satisfies Auth;

const changeAuth = async (house: TestWorkspace, auth: Auth): Promise<string> => {
  const { id } = await findOnlyRequest(house);
  await unwrapResult(house.application.rest.update({ id, auth }));
  await house.synchronize();
  expect(await house.synchronize()).toMatchObject({ written: [], merged: [], conflicts: [] });
  expect((await findOnlyRequest(house)).auth).toEqual(auth);
  return house.read('orders.yml');
};

const fileWith = (auth: string): string =>
  `info:\n  name: Orders\n  type: http\nhttp:\n  method: GET\n  url: http://h/\n  auth: ${auth}\n`;

describe('OAuth 1.0 in a file', { tags: 'auth:oauth1' }, () => {
  it(
    'is read from a Bruno file, which stays unchanged',
    testInWorkspace(async (house) => {
      await house.write('orders.yml', oauth1ByBruno);
      expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [] });
      expect((await findOnlyRequest(house)).auth).toEqual(readOauth1);
      expect(await house.read('orders.yml')).toContain(oauth1ByBruno);
    }),
  );

  it(
    'is changed in place, and the keys of removed values are deleted',
    testInWorkspace(async (house) => {
      await house.write('orders.yml', oauth1ByBruno);
      await house.synchronize();
      const { privateKey: _key, nonce: _nonce, ...rest } = readOauth1;
      const text = await changeAuth(house, { ...rest, privateKeyFile: 'keys/client.pem', sendIn: 'header' });
      expect(text).toContain('consumerKey: "{{key}}" # of the test system');
      expect(text).toMatch(/privateKey:\n +type: file\n +value: keys\/client\.pem\n/);
      expect(text).toContain('placement: header');
      expect(text).not.toContain('nonce');
      const least = { type: 'oauth1', signatureMethod: 'PLAINTEXT', consumerKey: 'k' } as const;
      const short = await changeAuth(house, least);
      expect(short).toMatch(
        /auth:\n +type: oauth1\n +consumerKey: k # of the test system\n +signatureMethod: PLAINTEXT\nx-tandem:/,
      );
    }),
  );

  it.each<[string, Partial<Auth>]>([
    ['{type: oauth1, consumerKey: k}', { signatureMethod: 'HMAC-SHA1' }],
    ['{type: oauth1, consumerKey: k, privateKey: pem}', { privateKey: 'pem' }],
    ['{type: oauth1, consumerKey: k, privateKey: {type: file, value: a.pem}}', { privateKeyFile: 'a.pem' }],
    [
      '{type: oauth1, consumerKey: k, placement: body, includeBodyHash: false}',
      { sendIn: 'body', includeBodyHash: false },
    ],
  ])('is read from a file that has %s', (auth, fields) =>
    testInWorkspace(async (house) => {
      await house.write('orders.yml', fileWith(auth));
      await house.synchronize();
      expect((await findOnlyRequest(house)).auth).toEqual({
        ...{ type: 'oauth1', signatureMethod: 'HMAC-SHA1', consumerKey: 'k' },
        ...fields,
      });
    })(),
  );

  it(
    'stays unchanged in the file if Tandem does not support its method',
    testInWorkspace(async (house) => {
      await house.write('orders.yml', fileWith('{type: oauth1, signatureMethod: HMAC-MD5}'));
      await house.synchronize();
      expect((await findOnlyRequest(house)).auth).toMatchObject({ type: 'unsupported', name: 'oauth1' });
    }),
  );
});

/** A file as Bruno 4.1 writes it, with a comment that a person added. */
const oauth2ByBruno = `info:
  name: Orders
  type: http
  seq: 1

http:
  method: GET
  url: http://h/orders
  auth:
    type: oauth2
    flow: authorization_code
    authorizationUrl: https://login/authorize # of the test system
    accessTokenUrl: https://login/token
    refreshTokenUrl: ""
    callbackUrl: http://localhost:9911/back
    credentials:
      clientId: "{{client}}"
      clientSecret: "{{secret}}"
      placement: body
    additionalParameters:
      authorizationRequest:
        - name: prompt
          placement: query
          value: login
      accessTokenRequest:
        - name: audience
          placement: body
          value: orders
    scope: a b
    state: abc
    pkce: {}
    tokenConfig:
      id: credentials
      placement:
        header: Bearer
      source: access_token
    settings:
      autoFetchToken: true
      autoRefreshToken: false

settings:
  encodeUrl: true
`;

const readOauth2 = {
  type: 'oauth2',
  grant: 'authorization_code',
  authorizationUrl: 'https://login/authorize',
  accessTokenUrl: 'https://login/token',
  refreshTokenUrl: '',
  callbackUrl: 'http://localhost:9911/back',
  clientId: '{{client}}',
  clientSecret: '{{secret}}',
  clientAuth: 'body',
  scope: 'a b',
  parameters: {
    authorization: [{ name: 'prompt', value: 'login', enabled: true, in: 'query' }],
    token: [{ name: 'audience', value: 'orders', enabled: true, in: 'body' }],
  },
  sendIn: 'header',
  prefix: 'Bearer',
  tokenId: 'credentials',
  token: 'access_token',
  autoFetch: true,
  autoRefresh: false,
} as const;

const changeOauth2 = async (house: TestWorkspace, auth: RestRequest['auth']): Promise<string> => {
  const { id } = await findOnlyRequest(house);
  await unwrapResult(house.application.rest.update({ id, auth }));
  await house.synchronize();
  expect(await house.synchronize()).toMatchObject({ written: [], merged: [], conflicts: [] });
  expect((await findOnlyRequest(house)).auth).toEqual(auth);
  return house.read('orders.yml');
};

describe('OAuth 2.0 in a file', { tags: 'auth:oauth2' }, () => {
  it(
    'is read from a Bruno file',
    testInWorkspace(async (house) => {
      await house.write('orders.yml', oauth2ByBruno);
      expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [] });
      expect((await findOnlyRequest(house)).auth).toEqual(readOauth2);
    }),
  );

  it(
    'is changed in place: unsupported keys stay, and keys without a value are deleted',
    testInWorkspace(async (house) => {
      await house.write('orders.yml', oauth2ByBruno);
      await house.synchronize();
      const { autoRefresh: _, callbackUrl: __, ...fewer } = readOauth2;
      const text = await changeOauth2(house, { ...fewer, scope: 'c', clientId: 'other' });
      expect(text).toContain('authorizationUrl: https://login/authorize # of the test system');
      for (const kept of ['state: abc', 'id: credentials', 'pkce: {}', 'autoFetchToken: true', 'scope: c'])
        expect(text).toContain(kept);
      for (const gone of ['callbackUrl', 'autoRefreshToken']) expect(text).not.toContain(gone);
    }),
  );

  it(
    'stores the name of the variable that holds its token',
    testInWorkspace(async (house) => {
      await house.write('orders.yml', oauth2ByBruno);
      await house.synchronize();
      const named = { ...readOauth2, sendIn: 'variable', variableName: 'ticket' } as const;
      const { prefix: _, ...rest } = named;
      const text = await changeOauth2(house, rest);
      expect(text).toMatch(/x-tandem:\n +sendIn: variable\n +variableName: ticket\n/);
      expect(text).not.toContain('header: Bearer');
      expect(await changeOauth2(house, readOauth2)).not.toContain('ticket');
    }),
  );

  it(
    'leaves no keys in the file when another kind of auth replaces it, and replaces the keys of another kind completely',
    testInWorkspace(async (house) => {
      await house.write('orders.yml', oauth2ByBruno);
      await house.synchronize();
      expect(await changeOauth2(house, { type: 'digest', username: 'u', password: 'p' })).toContain(
        '  auth:\n    type: digest\n    username: u\n    password: p\n',
      );
      const text = await changeOauth2(house, {
        type: 'oauth2',
        grant: 'client_credentials',
        issuer: 'https://login',
      });
      expect(text).toContain(
        '  auth:\n    type: oauth2\n    flow: client_credentials\n    x-tandem:\n      issuer: https://login\n',
      );
      expect(text).not.toContain('username');
    }),
  );

  it(
    'stays unchanged in the file if Tandem does not support its flow',
    testInWorkspace(async (house) => {
      await house.write('orders.yml', oauth2ByBruno.replace('flow: authorization_code', 'flow: implicit'));
      await house.synchronize();
      expect((await findOnlyRequest(house)).auth).toMatchObject({
        type: 'unsupported',
        name: 'oauth2 implicit',
      });
    }),
  );

  it(
    'keys of an AWS signature are removed from the file when they are removed in the app',
    testInWorkspace(async (house) => {
      const keys = {
        type: 'aws-sigv4',
        accessKeyId: 'a',
        secretAccessKey: 'b',
        region: 'r',
        service: 's',
      } as const;
      await house.write('orders.yml', oauth2ByBruno);
      await house.synchronize();
      expect(await changeOauth2(house, { ...keys, sessionToken: 't' })).toContain('sessionToken');
      expect(await changeOauth2(house, keys)).not.toContain('sessionToken');
    }),
  );
});
