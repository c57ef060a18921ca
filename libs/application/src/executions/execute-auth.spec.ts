import { unwrapResult } from '@tandem/core/testing';
import type { Auth, OutgoingAuth, Pair } from '@tandem/core';
import { beforeEach, describe, expect, it } from 'vitest';

import { createQuietContext } from '../application.js';
import type { CreateRest } from '../requests/request-arguments.js';
import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';

let on: PlannedApplication;
beforeEach(async () => {
  on = await createPlannedApplication();
});

const pair = (name: string, value: string, enabled = true): Pair => ({ name, value, enabled });

/** Stores a variable in the active environment. */
const storeVariable = async (name: string, value: string): Promise<void> => {
  const { id, workspaceId } = await on.environment();
  const changes = [{ kind: 'variable' as const, name, value }];
  await unwrapResult(on.store.environments.change(workspaceId, id, changes, '2026-01-01T00:00:00.000Z'));
};

const getLastSent = () => on.seen.sent.at(-1)!;
const field = (name: string) => getLastSent().headers.filter(([key]) => key.toLowerCase() === name);

describe('auth', () => {
  it.each<[CreateRest['auth'], string, string]>([
    [{ type: 'basic', username: 'ü', password: 'p:w' }, 'authorization', 'Basic w7w6cDp3'],
    [{ type: 'bearer', token: '{{t}}' }, 'authorization', 'Bearer T'],
    [{ type: 'api-key', name: 'X-Key', value: '{{t}}', in: 'header' }, 'x-key', 'T'],
  ])('%j is sent as credentials', { tags: ['auth:kinds'] }, async (auth, name, expected) => {
    await on.rest({ ...(auth ? { auth } : {}) }, { variables: { t: 'T' } });
    expect(field(name).map(([, value]) => value)).toEqual([expected]);
  });

  it.each(['header', 'query'] as const)(
    'without the name of a key in the %s is refused',
    { tags: ['auth:kinds'] },
    async (where) => {
      const auth = { type: 'api-key', name: '{{t}}', value: 'k', in: where } as const;
      const { error } = await on.rest({ auth }, { variables: { t: ' ' } });
      expect(error).toMatchObject({ code: 'AUTH_INVALID', details: { field: 'auth.name' } });
      expect(on.seen.sent).toEqual([]);
    },
  );

  it('may have a password of 300,000 characters', { tags: ['auth:kinds'] }, async () => {
    const password = 'p'.repeat(300_000);
    await on.rest({ auth: { type: 'basic', username: '', password } });
    expect(field('authorization').map(([, value]) => value)).toEqual([`Basic ${btoa(`:${password}`)}`]);
  });

  it(
    'is replaced by an Authorization header of the request, unless that header is disabled',
    { tags: ['auth:explicit'] },
    async () => {
      const auth = { type: 'bearer', token: 't' } as const;
      await on.rest({ auth, headers: [pair('AUTHORIZATION', 'mine')] });
      expect(field('authorization')).toEqual([['AUTHORIZATION', 'mine']]);
      await on.rest({ auth, headers: [pair('AUTHORIZATION', 'mine', false)] });
      expect(field('authorization')).toEqual([['authorization', 'Bearer t']]);
    },
  );

  it.each([
    { type: 'bearer', token: '{{none}}' },
    { type: 'basic', username: '', password: '{{none}}' },
    { type: 'digest', username: '', password: '' },
    { type: 'api-key', name: '', value: '', in: 'header' },
    { type: 'aws-sigv4', accessKeyId: '', secretAccessKey: '', region: 'a', service: 's3' },
    { type: 'oauth1', signatureMethod: 'HMAC-SHA1', consumerKey: '{{none}}' },
    { type: 'jwt', algorithm: 'HS256', secret: '', claims: '{}' },
    { type: 'oauth2', grant: 'client_credentials' },
  ] satisfies Auth[])(
    'is left out if all its fields become empty: $type',
    { tags: ['auth:empty'] },
    async (auth) => {
      await storeVariable('none', '');
      const { error } = await on.rest({ auth });
      expect(error).toBeNull();
      expect(field('authorization')).toEqual([]);
      expect(getLastSent().auth).toBeUndefined();
    },
  );

  it.each(['accessKeyId', 'secretAccessKey', 'region', 'service'])(
    'for AWS is refused without %s, before anything is sent',
    { tags: ['auth:aws-sigv4'] },
    async (field) => {
      const full = { accessKeyId: 'A', secretAccessKey: 'hidden', region: 'r', service: 's' };
      const auth = { type: 'aws-sigv4', ...full, [field]: ' ' } as const;
      const result = await on.rest({ auth });
      expect(result).toMatchObject({
        error: { code: 'AUTH_INVALID', details: { field: `auth.${field}` } },
        response: null,
      });
      expect(JSON.stringify(result)).not.toContain('hidden');
      expect(on.seen.order).toEqual([]);
    },
  );

  it('that is unsupported is refused before anything is sent', { tags: ['auth:unsupported'] }, async () => {
    const auth = { type: 'unsupported', name: 'edgegrid', content: { type: 'edgegrid' } } as const;
    const result = await on.rest({ auth, headers: [pair('authorization', 'Bearer abc')] });
    expect(result).toMatchObject({
      error: { code: 'AUTH_UNSUPPORTED', details: { name: 'edgegrid' } },
      response: null,
    });
    expect(on.seen.order).toEqual([]);
  });

  it(
    'that is unsupported is refused even if it is inherited, and in GraphQL requests',
    { tags: ['auth:unsupported'] },
    async () => {
      const auth = { type: 'unsupported', name: 'edgegrid', content: { type: 'edgegrid' } } as const;
      await unwrapResult(on.application.folders.create({ path: 'Signed', auth }));
      const own = { folder: 'Signed', auth: { type: 'inherit' } } as const;
      expect(await on.rest(own)).toMatchObject({ error: { code: 'AUTH_UNSUPPORTED' } });
      const { id } = await unwrapResult(
        on.application.graphql.create({ name: 'G', url: 'http://h/', query: '{ a }', ...own }),
      );
      const result = await unwrapResult(on.application.graphql.execute({ id }, createQuietContext()));
      expect(result).toMatchObject({ error: { code: 'AUTH_UNSUPPORTED' } });
      expect(on.seen.order).toEqual([]);
    },
  );
});

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
  const listLocations = async (auth: Auth) =>
    (await planned.rest({ auth })).diagnostics.map(({ where }) => where);
  expect(await listLocations({ type: 'basic', username: '{{a}}', password: '{{b}}' })).toEqual([
    'auth.username',
    'auth.password',
  ]);
  expect(await listLocations({ type: 'bearer', token: '{{a}}' })).toEqual(['auth.token']);
  expect(await listLocations({ type: 'api-key', name: '{{a}}', value: '{{b}}', in: 'query' })).toEqual([
    'auth.name',
    'auth.value',
  ]);
  expect(
    await listLocations({ type: 'ntlm', username: '{{a}}', password: '{{b}}', domain: '{{c}}' }),
  ).toEqual(['auth.domain', 'auth.username', 'auth.password']);
  expect(
    await listLocations({
      ...{ type: 'aws-sigv4', accessKeyId: '{{a}}', secretAccessKey: '{{b}}' },
      ...{ region: '{{c}}', service: '{{d}}', sessionToken: '{{e}}' },
    }),
  ).toEqual(['auth.accessKeyId', 'auth.secretAccessKey', 'auth.region', 'auth.service', 'auth.sessionToken']);
  expect(
    await listLocations({
      type: 'oauth1',
      signatureMethod: 'PLAINTEXT',
      consumerKey: '{{a}}',
      realm: '{{b}}',
    }),
  ).toEqual(['auth.realm', 'auth.consumerKey']);
});

describe('NTLM auth that a server does not offer', { tags: 'auth:ntlm' }, () => {
  const ntlm = { type: 'ntlm', username: 'u', password: 'p' } as const;
  const asked = async (...fields: readonly string[]) => {
    const headers = fields.map((value) => ['www-authenticate', value] as const);
    on.plan.response = { status: 401, headers: [...headers, ['x-other', 'Nope a=b']] };
    return (await on.rest({ auth: ntlm })).diagnostics;
  };
  const note = (offered: string) => ({
    code: 'NTLM_NOT_OFFERED',
    message: `The server answered 401 and does not offer NTLM${offered}. Set the auth that it asks for.`,
    where: 'response.headers.www-authenticate',
  });

  it('is reported with what the server offers', async () => {
    expect(await asked()).toEqual([note('')]);
    expect(await asked('Basic realm="a", charset="UTF-8"', 'Negotiate,Digest realm="b"')).toEqual([
      note(', but Basic, Negotiate, Digest'),
    ]);
    for (const field of ['NTLM', 'Negotiate, ntlm', '  NTLM TlRM']) expect(await asked(field)).toEqual([]);
  });

  it('is not reported for another status or auth', async () => {
    await asked();
    expect((await on.rest({ auth: { ...ntlm, type: 'digest' } })).diagnostics).toEqual([]);
    on.plan.response = { status: 403 };
    expect((await on.rest({ auth: ntlm })).diagnostics).toEqual([]);
  });
});
