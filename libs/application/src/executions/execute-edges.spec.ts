import { beforeEach, describe, expect, it } from 'vitest';

import { createApplication, createQuietContext } from '../application.js';
import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';

import { decode } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';
import { ExecuteRestArguments } from './execute-arguments.js';

let on: PlannedApplication;
beforeEach(async () => {
  on = await createPlannedApplication();
});

const getLastSent = () => on.seen.sent.at(-1)!;
const text = (content: string, contentType: string) => ({ type: 'text', content, contentType }) as const;

describe('a text body', () => {
  it('is encoded in the charset of its content type', async () => {
    await on.rest({ body: text('é', 'text/plain; charset=iso-8859-1') });
    expect(getLastSent().body).toEqual({ kind: 'bytes', bytes: Uint8Array.of(0xe9) });
    await on.rest({ body: text('é', 'text/plain; charset=UTF-8') });
    expect(getLastSent().body).toEqual({ kind: 'text', text: 'é' });
    const headers = [{ name: 'Content-Type', value: 'application/json; charset=koi8-r', enabled: true }];
    await on.rest({ body: { type: 'json', content: '"д"' }, headers });
    expect(getLastSent().body).toEqual({ kind: 'bytes', bytes: Uint8Array.of(0x22, 0xc4, 0x22) });
  });

  it('fails with BODY_INVALID if the charset lacks one of its characters', async () => {
    const result = await on.rest({ body: text('日', 'text/plain; charset=iso-8859-1') });
    expect(result.error).toMatchObject({
      code: 'BODY_INVALID',
      message: expect.stringContaining('charset=utf-8') as string,
    });
    expect(on.seen.sent).toEqual([]);
  });
});

it.each(['text/plain\r\nx: y', 'text/\0plain', 'text/plain; name=ü'])(
  'a part with the content type %j fails with BODY_INVALID',
  async (contentType) => {
    on.plan.files = { f: 'content' };
    const parts = [{ name: 'p', file: 'f', contentType, enabled: true }];
    const result = await on.rest({ body: { type: 'multipart', parts } });
    expect(result.error).toMatchObject({ code: 'BODY_INVALID', details: { part: 'p' } });
    expect(on.seen.sent).toEqual([]);
  },
);

describe('a response', () => {
  const codes = ({ diagnostics }: { readonly diagnostics: readonly { readonly code: string }[] }) =>
    diagnostics.map(({ code }) => code);

  it.each(['file:///etc/passwd', 'http://[', 'mailto:a@b'])(
    'reports that a redirect to %s was not followed',
    async (location) => {
      on.plan.response = { status: 302, headers: [['location', location]] };
      expect((await on.rest()).diagnostics).toEqual([
        {
          code: 'REDIRECT_NOT_FOLLOWED',
          message: `The redirect to "${location}" was not followed: it is not an http or https URL.`,
          where: 'response.headers.location',
        },
      ]);
      expect(codes(await on.rest({ settings: { followRedirects: false } }))).toEqual([]);
    },
  );

  it('reports an unknown content coding', async () => {
    on.plan.response = { headers: [['content-encoding', 'gzip, zstd']], body: Uint8Array.of(1) };
    expect((await on.rest()).diagnostics).toEqual([
      {
        code: 'CONTENT_CODING_UNKNOWN',
        message:
          'The body was not decoded: its content coding is "gzip, zstd", and only gzip, deflate and br are supported.',
        where: 'response.headers.content-encoding',
      },
    ]);
    on.plan.response = { headers: [['content-encoding', 'GZIP, br']], body: Uint8Array.of(1) };
    expect(codes(await on.rest())).toEqual([]);
  });

  it('reports an endless list of empty content codings at once', async () => {
    on.plan.response = { headers: [['content-encoding', `${', '.repeat(20_000)}x`]], body: Uint8Array.of(1) };
    expect(codes(await on.rest())).toEqual(['CONTENT_CODING_UNKNOWN']);
  });

  it('reports that the request was retried', { tags: ['send:repeat'] }, async () => {
    on.plan.response = { repeated: true };
    expect((await on.rest()).diagnostics).toEqual([
      {
        code: 'REQUEST_REPEATED',
        message:
          'The server closed a reused connection before it responded, so the request was retried on a new one.',
        where: 'request',
      },
    ]);
  });
});

describe('the charset of a response', () => {
  const charset = 'response.headers.content-type';
  const where = async (contentType: string, body: Uint8Array) => {
    on.plan.response = { headers: [['content-type', contentType]], body };
    return (await on.rest()).diagnostics.map((one) => [one.code, one.where]);
  };

  it('is reported if bytes are invalid in it', { tags: 'bodies:undecodable' }, async () => {
    expect(await where('text/plain', Uint8Array.of(0xe4))).toEqual([
      ['BODY_UNDECODABLE', 'response.textBody'],
    ]);
  });

  it('is reported if it is unknown, and UTF-8 is used instead', async () => {
    expect(await where("text/plain; charset='iso-8859-1'", Uint8Array.of(0xe4))).toEqual([
      ['CHARSET_UNKNOWN', charset],
    ]);
  });

  it.each([
    ['text/plain; charset=nonsense', Uint8Array.of(0x61)],
    ['text/plain; charset=iso-8859-1', Uint8Array.of(0xe4)],
    ['image/png; charset=nonsense', Uint8Array.of(0xe4)],
    ['text/plain; charset=nonsense', new Uint8Array()],
  ])('is not reported if it makes no difference: %s', async (contentType, body) => {
    expect(await where(contentType, body)).toEqual([]);
  });
});

it('a script beyond its limit is not saved', async () => {
  const id = await on.createRest({ script: 'mine' });
  const script = 'x'.repeat(1_001);
  const refused = await unwrapRefusal(
    on.application.rest.execute({ id, script, persistScript: true }, createQuietContext()),
  );
  expect(refused).toMatchObject({
    kind: 'invalid-input',
    issues: [{ path: 'script', message: expect.stringContaining('A_LIMIT') as string }],
  });
  expect(await unwrapResult(on.application.rest.get({ id }))).toMatchObject({ script: 'mine', revision: 1 });
});

it.each(['variables', 'pathParams', 'queryParams'])('%s as a list are refused with advice', (name) => {
  const decoded = decode(ExecuteRestArguments)({ id: 'rest_0000000000000000', [name]: [] });
  expect(E.isLeft(decoded) && decoded.left.map(({ message }) => message)).toEqual([
    `${name} must be an object of values by name, not []`,
  ]);
});

describe('network information', { tags: ['send:connection', 'send:times'] }, () => {
  const connection = { protocol: 'h2', reused: false, remoteAddress: '127.0.0.1', tls: null };
  const redirect = {
    ...{ method: 'GET', url: 'http://h/x', status: 302, time: 1, nextMethod: 'GET' },
    droppedHeaders: [],
  };

  it('is in the result, rounded to meaningful fractions', async () => {
    on.plan.response = {
      time: 12.3456,
      times: { waiting: 1.005, download: 2.3456, dns: 0.123456, tls: 3 },
      connection,
      redirects: [{ ...redirect, location: 'http://h/y' }, redirect],
      steps: [{ step: 'challenge', method: 'GET', url: 'http://h/x', status: 401, durationMs: 1.23456 }],
    };
    expect(await on.rest()).toMatchObject({
      timings: { dnsMs: 0.12, connectMs: null, tlsMs: 3, firstByteMs: 1, downloadMs: 2.35, totalMs: 12.35 },
      connection,
      redirects: [{ status: 302, url: 'http://h/x', location: 'http://h/y' }],
      steps: [{ durationMs: 1.23 }],
    });
  });

  it('is missing if no response came from the network', async () => {
    on.plan.response = { redirects: [redirect] };
    const result = await on.rest();
    for (const key of ['timings', 'connection', 'redirects', 'steps', 'needs'])
      expect(result).not.toHaveProperty(key);
  });
});

it(
  'the text of an event stream is passed on as it arrives, in whole characters',
  { tags: 'send:decoding' },
  async () => {
    const bytes = new TextEncoder().encode('a€b');
    const texts: string[] = [];
    const http: typeof on.ports.http = {
      ...on.ports.http,
      send: (request, options) => {
        for (const at of [0, 2, 3])
          options.onPiece?.(bytes.slice(at, at === 0 ? 2 : at === 2 ? 3 : undefined));
        return on.ports.http.send(request, options);
      },
    };
    const application = createApplication({ ...on.ports, http });
    const id = await on.createRest();
    await unwrapResult(
      application.rest.execute({ id }, { ...createQuietContext(), onText: (text) => texts.push(text) }),
    );
    expect(texts).toEqual(['a', '', '€b']);
  },
);

describe('tls.verify false', { tags: 'tls:verify' }, () => {
  const note = {
    code: 'TLS_NOT_VERIFIED',
    message:
      'Certificates were not verified, because tls.verify is false in the settings: anybody on the way could have read and answered the request. Add the CA of the server to the workspace instead.',
    where: 'settings.tls.verify',
  };
  const settings = { tls: { verify: false } };

  it('is reported if TLS was used', async () => {
    expect((await on.rest({ url: 'HTTPS://h/', settings })).diagnostics).toEqual([note]);
    expect((await on.rest({ url: 'https://h/' })).diagnostics).toEqual([]);
    expect((await on.rest({ url: 'http://https:1/', settings })).diagnostics).toEqual([]);
    const redirect = {
      ...{ method: 'GET', url: 'http://h/x', status: 302, time: 1, nextMethod: 'GET' },
      ...{ location: 'https://h/y', droppedHeaders: [] },
    };
    on.plan.response = { redirects: [redirect] };
    expect((await on.rest({ url: 'http://h/', settings })).diagnostics).toContainEqual(note);
  });
});
