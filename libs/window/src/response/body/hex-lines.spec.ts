import { describe, expect, it } from 'vitest';

import { hexLines, maxHexBytes } from './hex-lines.js';

describe('a hex dump', () => {
  it('shows the address, sixteen bytes and the printable ones among them', () => {
    const bytes = new TextEncoder().encode('{"name":"Zoë"}\n\0 next');
    expect(hexLines(bytes)).toBe(
      [
        '00000000  7b 22 6e 61 6d 65 22 3a  22 5a 6f c3 ab 22 7d 0a  {"name":"Zo.."}.',
        '00000010  00 20 6e 65 78 74                                 . next',
      ].join('\n'),
    );
  });

  it('ends after the most that it shows, and is empty for no bytes', () => {
    expect(hexLines(new Uint8Array(maxHexBytes + 1)).split('\n')).toHaveLength(maxHexBytes / 16);
    expect(hexLines(new Uint8Array())).toBe('');
  });
});
