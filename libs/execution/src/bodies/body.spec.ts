import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeText, readBody, truncate } from './body.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const createTypeHeader = (type: string) => [['content-type', type]] as const;

describe('a response body', () => {
  it.each([
    ['text/plain', 'text'],
    ['text/html; charset=utf-8', 'text'],
    ['application/json', 'text'],
    ['application/problem+json', 'text'],
    ['APPLICATION/XML', 'text'],
    ['image/svg+xml', 'text'],
    ['application/javascript', 'text'],
    ['application/x-www-form-urlencoded', 'text'],
    ...['x-yaml', 'jsonl', 'x-ndjson', 'toml', 'json-seq'].map((type) => [`application/${type}`, 'text']),
    ['image/png', 'binary'],
    ['application/octet-stream', 'binary'],
  ])('of the type %s is %s', (type, bodyType) => {
    expect(readBody(createTypeHeader(type), new Uint8Array([0xff, 0x31])).bodyType).toBe(bodyType);
  });

  it('has its type detected from the bytes if there is no content type', () => {
    expect(readBody([], bytes('grüße'))).toEqual({ bodyType: 'text', text: 'grüße', exact: true });
    expect(readBody([], new Uint8Array([0xff, 0xfe, 0x00]))).toMatchObject({
      bodyType: 'binary',
      text: null,
    });
  });

  it('is empty text if it has no bytes, for every content type', () => {
    expect(readBody(createTypeHeader('image/png'), new Uint8Array())).toMatchObject({
      bodyType: 'empty',
      text: '',
    });
  });

  it.each([
    ['text/plain; charset=iso-8859-1', new Uint8Array([0xfc]), 'ü'],
    ['text/plain; charset="windows-1252"', new Uint8Array([0x80]), '€'],
    ['text/plain; charset=no-such', bytes('ü'), 'ü'],
  ])('is decoded: %s', (type, body, text) => {
    expect(readBody(createTypeHeader(type), body).text).toBe(text);
  });
});

const utf16 = (text: string, isBig = false): Uint8Array => {
  const pairs = Buffer.from(text, 'utf16le');
  return isBig ? pairs.swap16() : pairs;
};
const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describe("a body's bytes", { tags: 'bodies:text' }, () => {
  it.each([
    'application/octet-stream',
    'multipart/mixed; boundary=x',
    'application/jwt',
    'application/sql',
    'application/x-pem-file',
    'image/png',
    'nonsense',
  ])('are text if they are UTF-8 without NUL, despite the type %s', (type) => {
    expect(readBody(createTypeHeader(type), bytes('{"a": "ü"}'))).toEqual({
      bodyType: 'text',
      text: '{"a": "ü"}',
      exact: true,
    });
  });

  it.each([
    ['no UTF-8', new Uint8Array([0x61, 0xff])],
    ['NUL', bytes('a\0b')],
  ])('are binary if they have %s, unless the content type is text', (_, body) => {
    expect(readBody(createTypeHeader('application/octet-stream'), body).bodyType).toBe('binary');
    expect(readBody(createTypeHeader('text/plain'), body).bodyType).toBe('text');
  });

  it.each<[string, string, Uint8Array, string]>([
    ['a UTF-16 byte order mark', 'text/plain; charset=utf-8', utf16('\ufeffü'), 'ü'],
    ['a UTF-16 byte order mark, big-endian', 'application/json', utf16('\ufeffü', true), 'ü'],
    ['a UTF-8 byte order mark', 'text/plain; charset=iso-8859-1', bytes('\ufeffü'), 'ü'],
    [
      'the type',
      'application/xml; charset=iso-8859-1',
      latin1('<?xml version="1.0" encoding="utf-8"?><a>ü</a>'),
      '<?xml version="1.0" encoding="utf-8"?><a>ü</a>',
    ],
    [
      'XML',
      'application/xml',
      latin1('<?xml version="1.0" encoding="ISO-8859-1"?><a>ü</a>'),
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>ü</a>',
    ],
    [
      'XML without a type',
      'application/octet-stream',
      latin1("<?xml version='1.0' encoding='latin1'?><a>ü</a>"),
      "<?xml version='1.0' encoding='latin1'?><a>ü</a>",
    ],
    [
      'XML in UTF-16 without a byte order mark',
      'application/xml',
      utf16('<?xml version="1.0"?><a>ü</a>'),
      '<?xml version="1.0"?><a>ü</a>',
    ],
    [
      'HTML',
      'text/html',
      latin1('<html><meta charset="windows-1252">ü'),
      '<html><meta charset="windows-1252">ü',
    ],
    [
      'older HTML',
      'text/html',
      latin1('<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">ü'),
      '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">ü',
    ],
    ['HTML that says UTF-16', 'text/html', bytes('<meta charset="utf-16">ü'), '<meta charset="utf-16">ü'],
    [
      'CSS',
      'text/css',
      latin1('@charset "iso-8859-1"; a { content: "ü" }'),
      '@charset "iso-8859-1"; a { content: "ü" }',
    ],
  ])('are decoded according to %s', (_, type, body, text) => {
    expect(readBody(createTypeHeader(type), body)).toMatchObject({ bodyType: 'text', text });
    expect(readBody(createTypeHeader(type), body).undecodable).toBeUndefined();
  });

  it('are reported with their charset if they are invalid in it', () => {
    expect(readBody(createTypeHeader('text/plain'), latin1('ü'))).toMatchObject({
      text: '\ufffd',
      undecodable: 'utf-8',
    });
    expect(readBody(createTypeHeader('text/plain'), bytes('\ufffd')).undecodable).toBeUndefined();
  });
});

describe('decoded text', () => {
  it.each([
    ['text/plain', bytes('ü'), true],
    ['text/plain; charset=UTF-8', bytes('ü'), true],
    ['text/plain', new Uint8Array([0xef, 0xbb, 0xbf, 0x61]), false],
    ['text/plain', new Uint8Array([0x61, 0xff]), false],
    ['text/plain; charset=iso-8859-1', new Uint8Array([0x61]), false],
  ])('of the type %s is checked for whether it reproduces the original bytes', (type, body, exact) => {
    expect(readBody(createTypeHeader(type), body).exact).toBe(exact);
  });
});

describe('the truncation of text', () => {
  it.each([
    ['abc', 3, 'abc', false],
    ['abcd', 3, 'abc', true],
    ['aü', 2, 'a', true],
    ['a😀', 4, 'a', true],
    ['a😀', 5, 'a😀', false],
    ['abc', 0, '', true],
    ['', 0, '', false],
  ])('cuts %s after %d bytes to %s', (text, most, expected, truncated) => {
    expect(truncate(text, most)).toEqual({ text: expected, truncated });
  });

  it('never splits a character and never exceeds the limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(50), (text, most) => {
        const cut = truncate(text, most);
        expect(text.startsWith(cut.text)).toBe(true);
        expect(bytes(cut.text).length).toBeLessThanOrEqual(most);
        expect(bytes(cut.text)).toEqual(bytes(text).subarray(0, bytes(cut.text).length));
      }),
    );
  });
});

describe('text in the charset of its content type', () => {
  it.each(['text/plain', 'text/plain; charset=utf-8', 'text/plain;charset="UTF8"'])(
    'is encoded as UTF-8 for %s',
    (type) => {
      expect(encodeText('größe €', type)).toBe('größe €');
    },
  );

  it.each<readonly [charset: string, text: string, bytes: readonly number[]]>([
    ['iso-8859-1', 'aé', [0x61, 0xe9]],
    ['windows-1252', '€é', [0x80, 0xe9]],
    ['ISO-8859-15', '€', [0xa4]],
    ['koi8-r', 'д', [0xc4]],
  ])('is encoded as %s', (charset, text, bytes) => {
    expect(encodeText(text, `text/plain; charset=${charset}`)).toEqual(Uint8Array.from(bytes));
  });

  it('is not encoded if it contains the replacement character', () => {
    expect(encodeText('\ufffd', 'text/plain; charset=windows-1253')).toBeNull();
  });

  it('is decoded to the original text', () => {
    const text = Array.from({ length: 96 }, (_, at) => String.fromCharCode(0xa0 + at)).join('');
    const bytes = encodeText(text, 'text/plain; charset=iso-8859-1') as Uint8Array;
    expect(Buffer.from(bytes).toString('latin1')).toBe(text);
  });

  it.each(['shift_jis', 'iso-8859-1', 'us-ascii', 'gibberish'])(
    'is not encoded if %s lacks one of its characters',
    (charset) => {
      expect(encodeText('日', `text/plain; charset=${charset}`)).toBeNull();
      expect(encodeText('plain', `text/plain; charset=${charset}`)).toBe('plain');
    },
  );
});
