import { TE } from '@tandem/core/fp';
import { unwrapResult } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import { createApplication } from '../application.js';
import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';
import type { CreateRest } from './request-arguments.js';

let on: PlannedApplication;
beforeEach(async () => {
  on = await createPlannedApplication();
  const { id } = await on.environment();
  await unwrapResult(
    on.application.environments.update({
      id,
      variables: { host: 'h.test' },
      secrets: { token: 'very-secret', other: 'a{{token}}' },
    }),
  );
});

type Options = Omit<Parameters<PlannedApplication['application']['requests']['asCurl']>[0], 'id'>;

const curl = async (fields: Partial<CreateRest>, options: Options = {}) => {
  const id = await on.createRest({
    settings: { followRedirects: false, cookies: false },
    script: '',
    ...fields,
  });
  return unwrapResult(on.application.requests.asCurl({ id, ...options }));
};
const header = (value: string) => [{ name: 'X-Key', value, enabled: true }];

describe('a request as a curl command', { tags: 'curl:secrets' }, () => {
  it('contains the values of variables, and the values of secrets only if requested', async () => {
    const request = { url: 'http://{{host}}/?k={{token}}', headers: header('{{token}}') };
    expect(await curl(request)).toEqual({
      command: "curl --globoff --url 'http://h.test/?k={{token}}' --header 'X-Key: {{token}}'",
      problem: null,
      unresolved: [],
      masked: ['token'],
      hasScript: false,
    });
    expect(await curl(request, { secrets: 'real' })).toMatchObject({
      command: "curl --url 'http://h.test/?k=very-secret' --header 'X-Key: very-secret'",
      masked: [],
    });
    expect(await curl(request, { variables: 'named' })).toMatchObject({
      command: "curl --globoff --url 'http://{{host}}/?k={{token}}' --header 'X-Key: {{token}}'",
    });
  });

  it('redacts secrets that the request contains literally', async () => {
    expect(await curl({ url: 'http://h/', headers: header('very-secret') })).toMatchObject({
      command: "curl --url http://h/ --header 'X-Key: ‹secret:token›'",
    });
    expect((await curl({ url: 'http://h/', headers: header('{{other}}') })).command).not.toContain('very');
  });

  it('keeps references to variables that have no value', async () => {
    expect(await curl({ url: '{{nowhere}}/x', headers: header('{{none}}') })).toMatchObject({
      command: "curl --globoff --url '{{nowhere}}/x' --header 'X-Key: {{none}}'",
      unresolved: ['nowhere', 'none'],
      masked: [],
    });
  });

  it('contains a reference to the token of an auth instead of the token', async () => {
    const auth = { type: 'oauth2', grant: 'client_credentials', clientId: 'c' } as const;
    expect(await curl({ url: 'http://h/', auth })).toMatchObject({
      command: "curl --url http://h/ --header 'authorization: Bearer {{access_token}}'",
      masked: ['access_token'],
    });
    expect(
      await curl({ url: 'http://h/', auth: { ...auth, sendIn: 'query', token: 'id_token' } }),
    ).toMatchObject({
      command: "curl --globoff --url 'http://h/?access_token={{id_token}}'",
      masked: ['id_token'],
    });
    const jwt = { type: 'jwt', algorithm: 'HS256', secret: 's', claims: '' } as const;
    expect(await curl({ url: 'http://h/?a#b', auth: { ...jwt, sendIn: 'query' } })).toMatchObject({
      command: "curl --globoff --url 'http://h/?a&access_token={{jwt}}'",
      masked: ['jwt'],
    });
    const named = { ...auth, sendIn: 'variable', variableName: 'ticket' } as const;
    const headers = header(
      '{{ticket}} {{$oauth2.credentials.access_token}} {{$oauth2.credentials.id_token}}',
    );
    expect(await curl({ url: 'http://h/', headers, auth: named })).toMatchObject({
      command: "curl --url http://h/ --header 'X-Key: {{access_token}} {{access_token}} {{id_token}}'",
    });
  });

  it('is refused if the request could not be sent', async () => {
    expect(await curl({ url: '' })).toEqual({
      command: null,
      problem: 'The request has no URL. Set url on the request.',
      unresolved: [],
      masked: [],
      hasScript: false,
    });
    const long = { type: 'text', content: 'x'.repeat(131_000) } as const;
    expect((await curl({ url: 'http://h/', method: 'POST', body: long })).problem).toBe(
      "The body is too long for a command. Send it from a file in the workspace's folder.",
    );
    const zero = { type: 'text', content: 'a\0' } as const;
    expect((await curl({ url: 'http://h/', method: 'POST', body: zero })).problem).toBe(
      'A command cannot contain the character U+0000.',
    );
    expect((await curl({ url: 'ftp://{{token}}/' })).problem).toBe(
      '"ftp://‹secret:token›/" has a scheme that cannot be sent. Use http:// or https://.',
    );
  });

  it('says that a script runs before the request is sent', async () => {
    expect((await curl({ url: 'http://h/', script: 'x' })).hasScript).toBe(true);
  });
});

describe('a request as code', { tags: 'code:secrets' }, () => {
  const code = async (fields: Partial<CreateRest>) => {
    const id = await on.createRest({ url: 'http://h/', ...fields });
    return unwrapResult(on.application.requests.asCode({ id, language: 'ruby' }));
  };

  it('is returned as code, or as the reason why no code can be generated', async () => {
    const made = await code({ headers: header('{{token}}') });
    expect(made.code).toContain('request["x-key"] = "{{token}}"');
    expect(made).toMatchObject({ problem: null, masked: ['token'] });
    on.plan.files = { 'a.bin': 'x' };
    expect(await code({ body: { type: 'binary', file: 'a.bin' } })).toMatchObject({
      code: null,
      problem: 'The code would have to read the file "a.bin". Copy as curl instead.',
    });
  });
});

it('a copied request is checked like a sent request', async () => {
  const http: typeof on.ports.http = {
    ...on.ports.http,
    write: () => TE.left({ code: 'HEADER_INVALID', message: 'Not such one.' }),
  };
  const application = createApplication({ ...on.ports, http });
  const id = await on.createRest({ url: 'http://h/' });
  expect(await unwrapResult(application.requests.asCurl({ id }))).toMatchObject({ problem: 'Not such one.' });
});
