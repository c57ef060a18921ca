import { describe, expect, it } from 'vitest';

import { read } from '../testing/read.js';

const entry = (url: string, more: object = {}) => ({ request: { method: 'GET', url, headers: [] }, ...more });

const noisyRecording = {
  log: {
    version: '1.2',
    entries: [
      entry('https://shop.example/a.png', { _resourceType: 'image' }),
      entry('https://shop.example/b.woff2', { response: { content: { mimeType: 'font/woff2' } } }),
      entry('https://www.google-analytics.com/g/collect?v=2&token=abc', { _resourceType: 'fetch' }),
      entry('https://notgoogle-analytics.com.example/collect', { _resourceType: 'fetch' }),
      entry('https://stats.example/matomo.php?idsite=1'),
      entry('https://shop.example/api', { _resourceType: 'xhr' }),
      entry('data:image/png;base64,AAAA'),
    ],
  },
};

const urls = (keep?: Parameters<typeof read>[1]) => read(noisyRecording, keep).requests.map(({ url }) => url);

describe('noise in a recording', () => {
  it('is omitted by kind, and reported', { tags: 'import:noise' }, () => {
    const { noise, leftOut, environments } = read(noisyRecording);
    expect(urls()).toEqual(['https://notgoogle-analytics.com.example/collect', 'https://shop.example/api']);
    expect(noise).toEqual([
      { kind: 'images', count: 1 },
      { kind: 'fonts', count: 1 },
      { kind: 'analytics', count: 2 },
    ]);
    expect(leftOut.map(({ what }) => what)).toEqual([
      '4 of 7 requests: images (1), fonts (1), analytics (2)',
      '1 of 7 requests: their URLs are not of HTTP',
    ]);
    // The user is not asked for a credential that only occurs in noise.
    expect(environments).toEqual([]);
  });

  it('is imported if the caller asks for its kind', { tags: 'import:noise' }, () => {
    expect(urls({ keep: ['fonts', 'analytics'] })).toEqual([
      'https://shop.example/b.woff2',
      'https://www.google-analytics.com/g/collect',
      'https://notgoogle-analytics.com.example/collect',
      'https://stats.example/matomo.php',
      'https://shop.example/api',
    ]);
    expect(read(noisyRecording, { keep: ['images'] }).noise).toHaveLength(3);
  });

  it('may make up the entire recording', { tags: 'import:noise' }, () => {
    const only = { log: { entries: [noisyRecording.log.entries[0]] } };
    expect(read(only)).toMatchObject({ requests: [], noise: [{ kind: 'images', count: 1 }] });
    expect(read(only, { keep: ['images'] }).requests).toHaveLength(1);
  });
});
