import { describe, expect, it } from 'vitest';

import { createViews } from './views.js';

/** Decodes the escapes of a text. Returns Latin-1, so that each byte is one character. */
const decodeView = (text: string): string => Buffer.from(createViews(200)(text).decoded).toString('latin1');
const latin1 = (text: string): string => Buffer.from(text).toString('latin1');

describe('the view of a text without its escapes', () => {
  it.each([
    ['', ''],
    ['plain 9', 'plain 9'],
    ['é€😀', latin1('é€😀')],
    // Percent escapes that were escaped again.
    ['%41%7e%00x', 'A~\0x'],
    ['%2541%252541', 'AA'],
    ['%25zz%25', '%zz%'],
    ['%4', '%4'],
    ['%zz%', '%zz%'],
    // JSON and JavaScript escapes, after any number of backslashes.
    ['\\n\\r\\t\\b\\f\\"\\/\\\'', '\n\r\t\b\f"/\''],
    ['\\\\n\\\\\\"', '\n"'],
    ['\\q\\\\q\\', '\\q\\q\\'],
    ['\\x41\\xe9\\\\x00\\xq\\x4', 'A\xe9\0\\xq\\x4'],
    ['\\u0041\\u00e9\\\\u20ac', latin1('Aé€')],
    ['\\u004\\u004g', '\\u004\\u004g'],
    ['\\ud83d\\ude00\\\\ud83d\\\\ude00', latin1('😀😀')],
    ['\\ud800\\udc00\\udbff\\udfff', latin1('\u{10000}\u{10ffff}')],
    ['\\ud7ff\\udc00', latin1('\ud7ff\ufffd')],
    ['\\udc00\\udc00', latin1('\ufffd\ufffd')],
    ['\\ud800\\ue000', latin1('\ufffd\ue000')],
    ['\\ud800\\u0041\\ud800udc00', latin1('\ufffdA\ufffdudc00')],
    ['\\ud800\\n', latin1('\ufffd\n')],
    ['\\u{41}\\u{1F600}\\u{0000000041}', latin1('A😀A')],
    ['\\u{d7ff}\\u{d800}\\u{dfff}\\u{e000}', latin1('\ud7ff\ufffd\ufffd\ue000')],
    ['\\u{10ffff}\\u{110000}', latin1('\u{10ffff}\ufffd')],
    ['\\u{}\\u{00000000041}\\u{4g}\\u{41', '\\u{}\\u{00000000041}\\u{4g}\\u{41'],
    // HTML entities that were escaped again.
    ['&lt;&gt;&quot;&apos;&amp;lt;&amp;amp;gt;', '<>"\'<>'],
    ['&amp;&amp;amp;x', '&&x'],
    ['&none;&lt', '&none;&lt'],
    ['&#65;&#x41;&#X4a;&amp;#0000065;', 'AAJA'],
    ['&#1114111;&#1114112;&#xd800;', latin1('\u{10ffff}\ufffd\ufffd')],
    ['&#;&#x;&#4a;&#65', '&#;&#x;&#4a;&#65'],
    ['&#0000000000000065;', 'A'],
    ['&#00000000000000065;', '&#00000000000000065;'],
    ['&x65;', '&x65;'],
    // Quoted-printable with its line breaks, raw or escaped.
    ['=41=C3=a9=00', 'A\xc3\xa9\0'],
    ['a=\nb=\r\nc=\rd', 'abcd'],
    ['a=\\nb=\\r\\nc=\\\\r\\\\nd=\\re', 'abcde'],
    ['a=b=rn=nr=', 'a=b=rn=nr='],
  ])('of %j is %j', (text, expected) => {
    expect(decodeView(text)).toBe(expected);
  });

  it('is separate from the text itself', () => {
    const views = createViews(8);
    expect(Buffer.from(views('%41é').raw).toString()).toBe('%41é');
    expect(Buffer.from(views('😀'.repeat(4)).decoded).toString()).toBe('😀'.repeat(4));
  });
});
