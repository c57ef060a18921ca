import type { Auth, OutgoingAuth } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { createPlannedApplication } from '../testing/index.js';

it('variables are substituted in an auth before the transport computes it from the final request', async () => {
  const planned = await createPlannedApplication();
  const auth = { type: 'digest', username: '{{USER}}', password: 'p' } as const;
  await planned.rest({ auth }, { variables: { USER: 'anna' } });
  await planned.rest({});
  expect(planned.seen.sent.map((request) => request.auth)).toEqual([
    { type: 'digest', username: 'anna', password: 'p' },
    undefined,
  ]);
});

describe('an auth for the transport', { tags: ['auth:digest', 'auth:ntlm', 'auth:aws-sigv4'] }, () => {
  const sent = async (auth: Auth) => {
    const planned = await createPlannedApplication();
    const { error } = await planned.rest({ auth }, { variables: { v: 'V', empty: '' } });
    return error ?? planned.seen.sent[0]?.auth;
  };
  const user = { username: 'u{{v}}', password: 'p{{v}}' };
  const keys = { accessKeyId: ' {{v}}', secretAccessKey: '{{v}} ', region: ' r ', service: ' s ' };
  const trimmed = { accessKeyId: 'V', secretAccessKey: 'V', region: 'r', service: 's' };

  it.each<[Auth, OutgoingAuth]>([
    [
      { type: 'wsse', ...user },
      { type: 'wsse', username: 'uV', password: 'pV' },
    ],
    [
      { type: 'ntlm', ...user, domain: 'd{{v}}' },
      { type: 'ntlm', username: 'uV', password: 'pV', domain: 'dV' },
    ],
    [
      { type: 'ntlm', ...user, domain: '{{empty}}' },
      { type: 'ntlm', username: 'uV', password: 'pV' },
    ],
    [
      { type: 'ntlm', ...user },
      { type: 'ntlm', username: 'uV', password: 'pV' },
    ],
    [
      { type: 'aws-sigv4', ...keys },
      { type: 'aws-sigv4', ...trimmed },
    ],
    [
      { type: 'aws-sigv4', ...keys, sessionToken: ' {{v}} ' },
      { type: 'aws-sigv4', ...trimmed, sessionToken: 'V' },
    ],
    [
      { type: 'aws-sigv4', ...keys, sessionToken: ' {{empty}} ' },
      { type: 'aws-sigv4', ...trimmed },
    ],
  ])('is passed %j as %j', async (auth, expected) => {
    expect(await sent(auth)).toEqual(expected);
  });

  it.each<[Auth, string, string]>([
    [
      { type: 'digest', username: '{{empty}}', password: 'p' },
      'auth.username',
      'The auth has no user, so nothing was sent. Set auth.username.',
    ],
    [
      { type: 'api-key', name: ' {{empty}}', value: 'v', in: 'query' },
      'auth.name',
      'The API key has no name, so nothing was sent. Set auth.name, for example to X-API-Key.',
    ],
    [
      { type: 'aws-sigv4', ...keys, region: '{{empty}}' },
      'auth.region',
      'The AWS signature has no region, so nothing was sent. Set auth.region to a region such as us-east-1.',
    ],
    [
      { type: 'aws-sigv4', ...keys, accessKeyId: '' },
      'auth.accessKeyId',
      'The AWS signature has no access key ID, so nothing was sent. Set auth.accessKeyId to the id of an access key.',
    ],
    [
      { type: 'aws-sigv4', ...keys, secretAccessKey: '' },
      'auth.secretAccessKey',
      'The AWS signature has no secret access key, so nothing was sent. Set auth.secretAccessKey to the secret of the access key.',
    ],
    [
      { type: 'aws-sigv4', ...keys, service: '' },
      'auth.service',
      'The AWS signature has no service, so nothing was sent. Set auth.service to a service such as s3 or execute-api.',
    ],
  ])('is refused if it is %j, because of %s', async (auth, field, message) => {
    expect(await sent(auth)).toEqual({ code: 'AUTH_INVALID', message, details: { field } });
  });
});

it('a variable without a value in an auth is reported with the field that uses it', async () => {
  const planned = await createPlannedApplication();
  const places = async (auth: Auth) => (await planned.rest({ auth })).diagnostics.map(({ where }) => where);
  expect(await places({ type: 'basic', username: '{{a}}', password: '{{b}}' })).toEqual([
    'auth.username',
    'auth.password',
  ]);
  expect(await places({ type: 'bearer', token: '{{a}}' })).toEqual(['auth.token']);
  expect(await places({ type: 'api-key', name: '{{a}}', value: '{{b}}', in: 'query' })).toEqual([
    'auth.name',
    'auth.value',
  ]);
  expect(await places({ type: 'ntlm', username: '{{a}}', password: '{{b}}', domain: '{{c}}' })).toEqual([
    'auth.domain',
    'auth.username',
    'auth.password',
  ]);
  expect(
    await places({
      ...{ type: 'aws-sigv4', accessKeyId: '{{a}}', secretAccessKey: '{{b}}' },
      ...{ region: '{{c}}', service: '{{d}}', sessionToken: '{{e}}' },
    }),
  ).toEqual(['auth.accessKeyId', 'auth.secretAccessKey', 'auth.region', 'auth.service', 'auth.sessionToken']);
  expect(
    await places({ type: 'oauth1', signatureMethod: 'PLAINTEXT', consumerKey: '{{a}}', realm: '{{b}}' }),
  ).toEqual(['auth.realm', 'auth.consumerKey']);
});
