import { describe, expect, it } from 'vitest';

import { fileText } from './decode-text.js';

describe('the text of a file', { tags: 'bodies:undecodable' }, () => {
  it.each([
    ['UTF-8', new TextEncoder().encode('a,ü')],
    ['UTF-8 with a mark', new TextEncoder().encode('\ufeffa,ü')],
    ['UTF-16 with a mark', Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x2c, 0, 0xfc, 0)],
  ])('is read from %s', (_, bytes) => {
    expect(fileText(bytes)).toEqual({ text: 'a,ü' });
  });

  it('is refused with the line where bytes mean nothing', () => {
    expect(fileText(Uint8Array.of(0x61, 0x0a, 0xfc))).toEqual({
      problem: 'line 2 is not text in UTF-8, nor UTF-16 with a byte order mark; save the file as UTF-8',
    });
  });
});

describe('a text that declares its charset', { tags: 'bodies:undecodable' }, () => {
  it('is read however many comments come before', () => {
    const comments = '<!---->'.repeat(80);
    const meta = '<meta charset="windows-1252"><p>\u00fc';
    const bytes = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0));
    expect(fileText(bytes(`${comments}x`))).toEqual({ text: `${comments}x` });
    expect(fileText(bytes(comments + meta))).toEqual({ text: comments + meta });
  });
});
