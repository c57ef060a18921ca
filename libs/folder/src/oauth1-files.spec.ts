import type { Auth, RestRequest } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { type House, testInHouse } from './testing/house.js';

/** As Bruno 4.1 writes it, with a person's comment. */
const byBruno = `info:
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

const read = {
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

const findOnlyRequest = async (house: House): Promise<RestRequest> => {
  const [one] = await house.all();
  if (one === undefined) throw new Error('the request was not read');
  return one;
};

const changeAuth = async (house: House, auth: Auth): Promise<string> => {
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
    'is read as Bruno writes it, and the file stays unchanged',
    testInHouse(async (house) => {
      await house.write('orders.yml', byBruno);
      expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [] });
      expect((await findOnlyRequest(house)).auth).toEqual(read);
      expect(await house.read('orders.yml')).toContain(byBruno);
    }),
  );

  it(
    'is changed in place, and removed values are deleted',
    testInHouse(async (house) => {
      await house.write('orders.yml', byBruno);
      await house.synchronize();
      const { privateKey: _key, nonce: _nonce, ...rest } = read;
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
  ])('is read if a file has %s', (auth, fields) =>
    testInHouse(async (house) => {
      await house.write('orders.yml', fileWith(auth));
      await house.synchronize();
      expect((await findOnlyRequest(house)).auth).toEqual({
        ...{ type: 'oauth1', signatureMethod: 'HMAC-SHA1', consumerKey: 'k' },
        ...fields,
      });
    })(),
  );

  it(
    'with a method that Tandem does not support is kept, and never left out',
    testInHouse(async (house) => {
      await house.write('orders.yml', fileWith('{type: oauth1, signatureMethod: HMAC-MD5}'));
      await house.synchronize();
      expect((await findOnlyRequest(house)).auth).toMatchObject({ type: 'unsupported', name: 'oauth1' });
    }),
  );
});
