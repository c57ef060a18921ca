import { beforeEach, describe, expect, it } from 'vitest';

import { quietly } from '../application.js';
import { given, refusal } from '@tandem/core/testing';

import { decode } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import { type PlannedApplication, plannedApplication } from '../testing/index.js';
import { ExecuteRest } from './execute-arguments.js';

let on: PlannedApplication;
beforeEach(async () => {
  on = await plannedApplication();
});

const last = () => on.seen.sent.at(-1)!;
const text = (content: string, contentType: string) => ({ type: 'text', content, contentType }) as const;

describe('a text body', () => {
  it('is encoded in the charset of its content type', async () => {
    await on.rest({ body: text('é', 'text/plain; charset=iso-8859-1') });
    expect(last().body).toEqual({ kind: 'bytes', bytes: Uint8Array.of(0xe9) });
    await on.rest({ body: text('é', 'text/plain; charset=UTF-8') });
    expect(last().body).toEqual({ kind: 'text', text: 'é' });
    const headers = [{ name: 'Content-Type', value: 'application/json; charset=koi8-r', enabled: true }];
    await on.rest({ body: { type: 'json', content: '"д"' }, headers });
    expect(last().body).toEqual({ kind: 'bytes', bytes: Uint8Array.of(0x22, 0xc4, 0x22) });
  });

  it('is BODY_INVALID if the charset lacks a character', async () => {
    const result = await on.rest({ body: text('日', 'text/plain; charset=iso-8859-1') });
    expect(result.error).toMatchObject({
      code: 'BODY_INVALID',
      message: expect.stringContaining('charset=utf-8') as string,
    });
    expect(on.seen.sent).toEqual([]);
  });
});

it.each(['text/plain\r\nx: y', 'text/\0plain', 'text/plain; name=ü'])(
  'a part whose content type is %j is BODY_INVALID',
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
    'with a redirect to %s has a diagnostic that it was not followed',
    async (location) => {
      on.plan.response = { status: 302, headers: [['location', location]] };
      expect(codes(await on.rest())).toEqual(['REDIRECT_NOT_FOLLOWED']);
      expect(codes(await on.rest({ settings: { followRedirects: false } }))).toEqual([]);
    },
  );

  it('in an unknown content coding has a diagnostic', async () => {
    on.plan.response = { headers: [['content-encoding', 'gzip, zstd']], body: Uint8Array.of(1) };
    expect(codes(await on.rest())).toEqual(['CONTENT_CODING_UNKNOWN']);
    on.plan.response = { headers: [['content-encoding', 'GZIP, br']], body: Uint8Array.of(1) };
    expect(codes(await on.rest())).toEqual([]);
  });

  it('to a request that was retried has a diagnostic', { tags: ['send:repeat'] }, async () => {
    on.plan.response = { repeated: true };
    expect(codes(await on.rest())).toEqual(['REQUEST_REPEATED']);
  });
});

describe('a response in an unknown charset', () => {
  const charset = 'response.headers.content-type';
  const where = async (contentType: string, body: Uint8Array) => {
    on.plan.response = { headers: [['content-type', contentType]], body };
    return (await on.rest()).diagnostics.map((one) => [one.code, one.where]);
  };

  it('has a diagnostic that it was read as UTF-8', async () => {
    expect(await where("text/plain; charset='iso-8859-1'", Uint8Array.of(0xe4))).toEqual([
      ['CHARSET_UNKNOWN', charset],
    ]);
  });

  it.each([
    ['text/plain; charset=nonsense', Uint8Array.of(0x61)],
    ['text/plain; charset=iso-8859-1', Uint8Array.of(0xe4)],
    ['image/png; charset=nonsense', Uint8Array.of(0xe4)],
    ['text/plain; charset=nonsense', new Uint8Array()],
  ])('has no diagnostic if it makes no difference: %s', async (contentType, body) => {
    expect(await where(contentType, body)).toEqual([]);
  });
});

it('a script beyond its limit is not saved', async () => {
  const id = await on.createRest({ script: 'mine' });
  const script = 'x'.repeat(1_001);
  const refused = await refusal(on.application.rest.execute({ id, script, persistScript: true }, quietly()));
  expect(refused).toMatchObject({
    kind: 'invalid-input',
    issues: [{ path: 'script', message: expect.stringContaining('A_LIMIT') as string }],
  });
  expect(await given(on.application.rest.get({ id }))).toMatchObject({ script: 'mine', revision: 1 });
});

it.each(['variables', 'pathParams', 'queryParams'])(
  '%s that are a list are refused with what they must be',
  (name) => {
    const decoded = decode(ExecuteRest)({ id: 'rest_0000000000000000', [name]: [] });
    expect(E.isLeft(decoded) && decoded.left.map(({ message }) => message)).toEqual([
      `${name} must be an object of values by name, not []`,
    ]);
  },
);
