import { describe, expect, it } from 'vitest';

import { encodeText } from './charset.js';

describe('text in the charset of its content type', () => {
  it.each(['text/plain', 'text/plain; charset=utf-8', 'text/plain;charset="UTF8"'])(
    'is UTF-8 for %s',
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

  it('is null if it contains the replacement character', () => {
    expect(encodeText('\ufffd', 'text/plain; charset=windows-1253')).toBeNull();
  });

  it('survives a round trip', () => {
    const text = Array.from({ length: 96 }, (_, at) => String.fromCharCode(0xa0 + at)).join('');
    const bytes = encodeText(text, 'text/plain; charset=iso-8859-1') as Uint8Array;
    expect(Buffer.from(bytes).toString('latin1')).toBe(text);
  });

  it.each(['shift_jis', 'iso-8859-1', 'us-ascii', 'gibberish'])(
    'is null if %s lacks a character',
    (charset) => {
      expect(encodeText('日', `text/plain; charset=${charset}`)).toBeNull();
      expect(encodeText('plain', `text/plain; charset=${charset}`)).toBe('plain');
    },
  );
});
