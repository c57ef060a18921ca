import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

interface OddBody {
  readonly type?: string;
  readonly bytes: Buffer;
}

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const umlaut = '{"a":"ü"}';
const utf16 = Buffer.from(`\ufeff${umlaut}`, 'utf16le');

/** Bodies whose text depends on a charset, and bodies that are no text. */
const oddBodies: Readonly<Record<string, OddBody>> = {
  png: { type: 'image/png', bytes: pixel },
  gzip: { type: 'application/gzip', bytes: gzipSync('hello') },
  bytes: { type: 'application/octet-stream', bytes: Buffer.from([1, 0, 3, 254, 255]) },
  untyped: { bytes: Buffer.from([1, 2, 3, 254, 255]) },
  latin1: { type: 'application/json; charset=ISO-8859-1', bytes: Buffer.from(umlaut, 'latin1') },
  windows: { type: 'text/plain; charset=windows-1252', bytes: Buffer.from([0x80, 0x93, 0x61, 0x94]) },
  japanese: { type: 'text/plain; charset=shift_jis', bytes: Buffer.from([0x83, 0x65, 0x83, 0x58]) },
  utf16: { type: 'application/json; charset=utf-16', bytes: utf16 },
  'utf16-without-mark': { type: 'application/json; charset=utf-16le', bytes: utf16.subarray(2) },
  'utf16-of-big-endian': {
    type: 'text/plain; charset=utf-16be',
    bytes: Buffer.from(utf16.subarray(2)).swap16(),
  },
  'latin1-without-name': { type: 'text/plain', bytes: Buffer.from(umlaut, 'latin1') },
  'unknown-charset': { type: 'text/plain; charset=no-such', bytes: Buffer.from(umlaut) },
  'one-bad-byte': { type: 'application/json; charset=utf-8', bytes: Buffer.from([0x22, 0xff, 0x22]) },
  mark: { type: 'application/json', bytes: Buffer.from(`\ufeff${umlaut}`) },
  nothing: { type: 'image/png', bytes: Buffer.alloc(0) },
};

/** The names of the bodies. Each is at `/odd/` and its name. */
export const oddBodyNames = Object.keys(oddBodies);

/** Answers a request for one of the bodies. Returns whether it was for one. */
export const answerOddBody = (url: string, response: ServerResponse): boolean => {
  const found = oddBodies[/^\/odd\/([\w-]+)$/.exec(url)?.[1] ?? ''];
  if (found === undefined) return false;
  if (found.type !== undefined) response.setHeader('content-type', found.type);
  response.end(found.bytes);
  return true;
};

/** Sorts the parameters of an OAuth 1 header, whose order has no meaning. */
const sortParameters = (value: string): string =>
  value.startsWith('OAuth ') ? `OAuth ${value.slice(6).split(/, */).sort().join()}` : value;

/** The headers that the request itself has, sorted by name. Names that start with `x-` keep their case. */
export const listOwnHeaders = ({ rawHeaders }: IncomingMessage): readonly (readonly [string, string])[] =>
  rawHeaders
    .flatMap((name, index) =>
      index % 2 === 0 && /^(?:x-|authorization$)/i.test(name)
        ? [
            [
              /^x-/i.test(name) ? name : name.toLowerCase(),
              sortParameters(rawHeaders[index + 1] ?? ''),
            ] as const,
          ]
        : [],
    )
    .sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
