import { expect, it } from 'vitest';

import { createSchemaCache } from './stored-schemas.js';

const fillSchemaCache = (limits: { schemas: number; characters: number }, puts: readonly string[]) => {
  const kept = createSchemaCache(limits);
  const toKey = (url: string) => ({ workspaceId: 'w', environmentId: null, requestId: '', url });
  for (const url of puts) kept.put(toKey(url), { sdl: '1234', fetchedAt: null, problem: null });
  return ['a', 'b', 'c'].filter((url) => kept.get(toKey(url)).sdl !== null);
};

it.each([
  [{ schemas: 2, characters: 100 }, ['a', 'b', 'a', 'c'], ['a', 'c']],
  [{ schemas: 9, characters: 8 }, ['a', 'b', 'c'], ['b', 'c']],
  [{ schemas: 9, characters: 1 }, ['a', 'b'], ['b']],
])(
  'with the limits %j, the schemas %j are reduced to the newest %j',
  { tags: 'graphql:schema' },
  (limits, puts, kept) => {
    expect(fillSchemaCache(limits, puts)).toEqual(kept);
  },
);
