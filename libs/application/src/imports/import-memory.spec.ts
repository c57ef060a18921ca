import { describe, expect, it } from 'vitest';

import { decodeMemory } from './import-memory.js';

const requests = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    origin: `o${at}`,
    id: `rest_${at}`,
    fields: { url: `h${at}` },
  }));

const importOf = (count: number) => ({
  source: 's',
  folderId: 'fold_1',
  requests: requests(count),
  environments: [{ origin: 'e', id: 'env_1' }],
  last: { group: 'g', requests: requests(3), environments: [] },
});

describe('stored records of imports', { tags: 'import:update' }, () => {
  it('are decoded completely without blocking other work', async () => {
    const memory = { version: 1, imports: [importOf(100_000), { ...importOf(0), last: undefined }] };
    const received: string[] = [];
    setTimeout(() => received.push('another'), 0);
    const decoded = await decodeMemory(memory);
    expect(received).toEqual(['another']);
    expect(JSON.stringify(decoded) === JSON.stringify(memory)).toBe(true);
  });

  it.each([
    ['nothing', undefined],
    ['another version', { version: 2, imports: [] }],
    ['an empty import', { version: 1, imports: [{}] }],
    ['an import without requests', { version: 1, imports: [{ ...importOf(1), requests: undefined }] }],
    [
      'an import with an incomplete request',
      { version: 1, imports: [{ ...importOf(1), requests: [{ id: 1 }] }] },
    ],
    [
      'an import with an invalid earlier request',
      { version: 1, imports: [{ ...importOf(1), last: { ...importOf(1).last, requests: [7] } }] },
    ],
  ])('count as missing if they are %s', async (_, memory) => {
    expect(await decodeMemory(memory)).toBeUndefined();
  });
});
