import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { decompress } from './decompress.js';

const read = async (data: Uint8Array): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of decompress(data)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

const text = Array.from({ length: 5_000 }, (_, index) => `line ${index}`).join('\n');

describe('decompression', { tags: 'secrets:compressed' }, () => {
  it.each([
    ['gzip', gzipSync(text)],
    ['zlib', deflateSync(text)],
    ['bare deflate', deflateRawSync(text)],
  ])('decodes %s, complete or truncated', async (_, data) => {
    expect(await read(data)).toBe(text);
    const part = await read(data.subarray(0, data.length / 2));
    expect(part.length).toBeGreaterThan(text.length / 4);
    expect(text.startsWith(part)).toBe(true);
  });

  it('decodes bare deflate whose second byte is that of gzip', async () => {
    const content = 'x'.repeat(0x8b);
    expect(await read(Buffer.concat([Buffer.from([1, 0x8b, 0, 0x74, 0xff]), Buffer.from(content)]))).toBe(
      content,
    );
  });

  it('returns nothing for other data', async () => {
    expect(await read(Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'))).toBe('');
    expect(await read(new Uint8Array())).toBe('');
  });
});
