import type { RestRequest } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { type House, testInHouse } from './testing/house.js';

/** As Bruno 4.1 writes it, with a person's comment. */
const byBruno = `info:
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

const read = {
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

const findOnlyRequest = async (house: House): Promise<RestRequest> => {
  const [one] = await house.all();
  if (one === undefined) throw new Error('the request was not read');
  return one;
};

const changeAuth = async (house: House, auth: RestRequest['auth']): Promise<string> => {
  const { id } = await findOnlyRequest(house);
  await unwrapResult(house.application.rest.update({ id, auth }));
  await house.synchronize();
  expect(await house.synchronize()).toMatchObject({ written: [], merged: [], conflicts: [] });
  expect((await findOnlyRequest(house)).auth).toEqual(auth);
  return house.read('orders.yml');
};

describe('OAuth 2.0 in a file', { tags: 'auth:oauth2' }, () => {
  it(
    'is read as Bruno writes it',
    testInHouse(async (house) => {
      await house.write('orders.yml', byBruno);
      expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [] });
      expect((await findOnlyRequest(house)).auth).toEqual(read);
    }),
  );

  it(
    'is changed in place: unsupported keys stay, and dropped keys are deleted',
    testInHouse(async (house) => {
      await house.write('orders.yml', byBruno);
      await house.synchronize();
      const { autoRefresh: _, callbackUrl: __, ...fewer } = read;
      const text = await changeAuth(house, { ...fewer, scope: 'c', clientId: 'other' });
      expect(text).toContain('authorizationUrl: https://login/authorize # of the test system');
      for (const kept of ['state: abc', 'id: credentials', 'pkce: {}', 'autoFetchToken: true', 'scope: c'])
        expect(text).toContain(kept);
      for (const gone of ['callbackUrl', 'autoRefreshToken']) expect(text).not.toContain(gone);
    }),
  );

  it(
    'has the variable that holds its token',
    testInHouse(async (house) => {
      await house.write('orders.yml', byBruno);
      await house.synchronize();
      const named = { ...read, sendIn: 'variable', variableName: 'ticket' } as const;
      const { prefix: _, ...rest } = named;
      const text = await changeAuth(house, rest);
      expect(text).toMatch(/x-tandem:\n +sendIn: variable\n +variableName: ticket\n/);
      expect(text).not.toContain('header: Bearer');
      expect(await changeAuth(house, read)).not.toContain('ticket');
    }),
  );

  it(
    'leaves nothing behind when another kind replaces it, and vice versa',
    testInHouse(async (house) => {
      await house.write('orders.yml', byBruno);
      await house.synchronize();
      expect(await changeAuth(house, { type: 'digest', username: 'u', password: 'p' })).toContain(
        '  auth:\n    type: digest\n    username: u\n    password: p\n',
      );
      const text = await changeAuth(house, {
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
    'with a flow that Tandem does not support is kept, and never left out',
    testInHouse(async (house) => {
      await house.write('orders.yml', byBruno.replace('flow: authorization_code', 'flow: implicit'));
      await house.synchronize();
      expect((await findOnlyRequest(house)).auth).toMatchObject({
        type: 'unsupported',
        name: 'oauth2 implicit',
      });
    }),
  );

  it(
    'drops the keys of an AWS signature once they are removed',
    testInHouse(async (house) => {
      const keys = {
        type: 'aws-sigv4',
        accessKeyId: 'a',
        secretAccessKey: 'b',
        region: 'r',
        service: 's',
      } as const;
      await house.write('orders.yml', byBruno);
      await house.synchronize();
      expect(await changeAuth(house, { ...keys, sessionToken: 't' })).toContain('sessionToken');
      expect(await changeAuth(house, keys)).not.toContain('sessionToken');
    }),
  );
});
