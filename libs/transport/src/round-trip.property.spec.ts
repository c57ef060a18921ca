import type { OutgoingBody } from '@tandem/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { describeRequest, openOtherEnd, type OtherEnd, formatOutcome } from './testing/other-end.js';

interface ReceivedRequest {
  readonly url: string;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  /** One character per byte. */
  readonly body: string;
}

let end: OtherEnd;
let url: string;
beforeAll(async () => {
  end = openOtherEnd();
  url = await end.http(describeRequest);
});
afterAll(() => end.close());

const sendAndReceive = async (
  headers: readonly (readonly [string, string])[],
  body: OutgoingBody,
  target = '',
) =>
  JSON.parse(
    formatOutcome(await end.send(url + target, { method: 'POST', headers, body })),
  ) as ReceivedRequest;

const bytesOf = ({ body }: ReceivedRequest) => Buffer.from(body, 'latin1');

/** The fields that the connection sets, or that servers merge. */
const special =
  /^(host|connection|content-length|transfer-encoding|keep-alive|upgrade|expect|te|trailer|proxy-.*)$/i;
const token = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/).filter((name) => !special.test(name));
/** A field value (RFC 9110, section 5.5), without the blanks around it, which parsers remove. */
const value = fc.stringMatching(/^[!-~\u00a0-\u00ff]([ \t!-~\u00a0-\u00ff]{0,12}[!-~\u00a0-\u00ff])?$/);
const anyBytes = fc.uint8Array({ maxLength: 300 });
const runs = { numRuns: 60 };

describe('a request that is received', () => {
  it('has every field, in order', { tags: ['domain:pair:order'] }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(token, value), { maxLength: 6 }), async (fields) => {
        const { headers } = await sendAndReceive(fields, { kind: 'none' });
        const arrived = headers.flatMap((name, index) =>
          index % 2 === 0 ? [[name, headers[index + 1]]] : [],
        );
        const known = fields.map(([name]) => name);
        expect(arrived.filter(([name]) => known.includes(name ?? ''))).toEqual(fields);
      }),
      runs,
    );
  });

  it('has its body byte for byte', { tags: ['body:kinds'] }, async () => {
    await fc.assert(
      fc.asyncProperty(anyBytes, fc.string({ unit: 'grapheme' }), async (bytes, text) => {
        expect(bytesOf(await sendAndReceive([], { kind: 'bytes', bytes }))).toEqual(Buffer.from(bytes));
        expect(bytesOf(await sendAndReceive([], { kind: 'text', text })).toString()).toBe(text);
      }),
      runs,
    );
  });

  it('has its multipart body part for part', { tags: ['body:kinds'] }, async () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
      .filter((text) => !/[\r\n]/.test(text));
    const part = fc.oneof(
      fc.record({ name, value: fc.string({ unit: 'grapheme' }).filter((text) => !/[\r\n]/.test(text)) }),
      fc.record({ name, filename: name, contentType: fc.constant('text/x'), bytes: anyBytes }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 4 }), async (parts) => {
        const arrived = await sendAndReceive([], { kind: 'multipart', parts });
        const type = arrived.headers[arrived.headers.indexOf('content-type') + 1] ?? '';
        // Parsed by other code than the code that wrote it.
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- see above
        const form = await new Response(bytesOf(arrived), { headers: { 'content-type': type } }).formData();
        const read = await Promise.all(
          [...form].map(async ([key, one]) =>
            typeof one === 'string'
              ? { name: key, value: one }
              : {
                  name: key,
                  filename: one.name,
                  contentType: one.type,
                  bytes: new Uint8Array(await one.arrayBuffer()),
                },
          ),
        );
        expect(read).toEqual(
          parts.map((one) => ('bytes' in one ? { ...one, bytes: new Uint8Array(one.bytes) } : one)),
        );
      }),
      runs,
    );
  });

  it('has its target byte for byte', { tags: ['query:encoding'] }, async () => {
    const target = fc.stringMatching(/^[!$&-;=?-Z_a-z~%[\]]{0,30}$/);
    await fc.assert(
      fc.asyncProperty(target, async (path) => {
        expect((await sendAndReceive([], { kind: 'none' }, path)).url).toBe(`/${path}`);
      }),
      runs,
    );
  });
});

describe('a cookie', () => {
  it('is parsed as it is written, with any attributes', { tags: ['result:cookies'] }, () => {
    const octets = fc.stringMatching(/^[!#-+\--:<-[\]-~]{0,12}$/);
    const cookie = fc.record(
      {
        name: fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,8}$/),
        value: octets,
        secure: fc.boolean(),
        httpOnly: fc.boolean(),
        path: fc.constantFrom('/', '/a/b'),
        domain: fc.constantFrom('example.com', '.example.com'),
        maxAge: fc.integer({ min: -10, max: 100_000 }),
        sameSite: fc.constantFrom('Lax', 'Strict', 'None'),
      },
      { requiredKeys: ['name', 'value', 'secure', 'httpOnly'] },
    );
    fc.assert(
      fc.property(cookie, (one) => {
        const attributes = [
          `${one.name}=${one.value}`,
          ...(one.path === undefined ? [] : [`Path=${one.path}`]),
          ...(one.domain === undefined ? [] : [`Domain=${one.domain}`]),
          ...(one.maxAge === undefined ? [] : [`Max-Age=${one.maxAge}`]),
          ...(one.sameSite === undefined ? [] : [`SameSite=${one.sameSite}`]),
          ...(one.secure ? ['Secure'] : []),
          ...(one.httpOnly ? ['HttpOnly'] : []),
        ];
        expect(end.transport.cookiesOf([['set-cookie', attributes.join('; ')]])).toEqual([one]);
      }),
    );
  });
});
