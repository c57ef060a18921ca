import { expect, it } from 'vitest';

import { createSchemaCache } from './stored-schemas.js';

const fillSchemaCache = (limits: { schemas: number; characters: number }, puts: readonly string[]) => {
  const kept = createSchemaCache(limits);
  for (const key of puts) kept.put(key, { sdl: '1234', fetchedAt: null, problem: null });
  return ['a', 'b', 'c'].filter((key) => kept.get(key).sdl !== null);
};

it.each([
  [{ schemas: 2, characters: 100 }, ['a', 'b', 'a', 'c'], ['a', 'c']],
  [{ schemas: 9, characters: 8 }, ['a', 'b', 'c'], ['b', 'c']],
  [{ schemas: 9, characters: 1 }, ['a', 'b'], ['b']],
])(
  'with the limits %j, of the schemas %j the newest %j stay',
  { tags: 'graphql:schema' },
  (limits, puts, kept) => {
    expect(fillSchemaCache(limits, puts)).toEqual(kept);
  },
);
