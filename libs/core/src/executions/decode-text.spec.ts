import { describe, expect, it } from 'vitest';

import { decodeText, decodeTextInSlices, decodeFileText, decodeFileTextInSlices } from './decode-text.js';

describe('the decoder for files', { tags: 'bodies:undecodable' }, () => {
  it.each([
    ['UTF-8', new TextEncoder().encode('a,ü')],
    ['UTF-8 with a byte order mark', new TextEncoder().encode('\ufeffa,ü')],
    ['UTF-16 with a byte order mark', Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x2c, 0, 0xfc, 0)],
  ])('reads text from %s', (_, bytes) => {
    expect(decodeFileText(bytes)).toEqual({ text: 'a,ü' });
  });

  it('refuses a zip archive, and says to unpack it', async () => {
    const archive = Uint8Array.of(0x50, 0x4b, 3, 4, 10, 0);
    const problem = 'the bytes are those of a zip archive; unpack it, and use the folder or the files in it';
    expect(decodeFileText(archive)).toEqual({ problem });
    expect(await decodeFileTextInSlices(archive)).toEqual({ problem });
  });

  it('refuses a file with invalid bytes, and names the line of those bytes', () => {
    expect(decodeFileText(Uint8Array.of(0x61, 0x0a, 0xfc))).toEqual({
      problem: 'line 2 is not text in UTF-8, nor UTF-16 with a byte order mark; save the file as UTF-8',
    });
  });
});

describe('the charset declaration in a text', { tags: 'bodies:undecodable' }, () => {
  it('is found after any number of comments', () => {
    const comments = '<!---->'.repeat(80);
    const meta = '<meta charset="windows-1252"><p>\u00fc';
    const bytes = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0));
    expect(decodeFileText(bytes(`${comments}x`))).toEqual({ text: `${comments}x` });
    expect(decodeFileText(bytes(comments + meta))).toEqual({ text: comments + meta });
  });
});

describe('the decoder for long text', { tags: 'bodies:undecodable' }, () => {
  const long = new TextEncoder().encode('1234567\u20ac'.repeat(4_000_000));

  it('yields to other work, and decodes characters that cross the border of a chunk', async () => {
    const told: string[] = [];
    setTimeout(() => told.push('another'), 0);
    const decoded = await decodeTextInSlices(long);
    expect(told).toEqual(['another']);
    expect(decoded.isBroken).toBe(false);
    expect(decoded.text === '1234567\u20ac'.repeat(4_000_000)).toBe(true);
    expect(decodeText(long).text === decoded.text).toBe(true);
  });

  it('refuses text with invalid bytes, and names the line of those bytes', async () => {
    const broken = new TextEncoder().encode('a line\n'.repeat(1_000_000));
    broken[7 * 999_999] = 0xff;
    expect(JSON.stringify(await decodeFileTextInSlices(broken))).toContain(
      'line 1000000 is not text in UTF-8',
    );
  });
});
