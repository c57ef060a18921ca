import { E } from '@tandem/core/fp';
import { expect, it } from 'vitest';

import { createJsonPath } from './json-path.js';
import { outlineJson } from './differences.js';

const jsonPath = createJsonPath({ timeMs: 60_000 });
const bytes = (text: string) => new TextEncoder().encode(text);

it('an outline shows types, keys, counts and one sample of each list', () => {
  const people = Array.from({ length: 500 }, (_, at) => ({
    id: at,
    name: `n${at}`,
    tags: ['a', 'b'],
    boss: null,
  }));
  expect(outlineJson({ people, next: '', ok: true })).toEqual({
    $: 'object of 3',
    '$.people': 'array of 500',
    '$.next': 'string ',
    '$.ok': 'boolean true',
    '$.people[0]': 'object of 4',
    '$.people[0].id': 'number 0',
    '$.people[0].name': 'string n0',
    '$.people[0].tags': 'array of 2',
    '$.people[0].boss': 'null',
    '$.people[0].tags[0]': 'string a',
  });
});

it.each<[unknown]>([
  [{ 'a b': 1 }],
  [{ "it's": 1 }],
  [{ 'say "hi"': 1 }],
  [{ 'a\\b\n': 1 }],
  [{ '': 1 }],
  [{ 1: 1 }],
  [{ é: 1 }],
])('an outline names a value by a JSONPath that selects it: %j', async (value) => {
  const path = Object.keys(outlineJson(value)).at(-1)!;
  expect(await jsonPath.select(path, bytes(JSON.stringify(value)), 100)()).toEqual(E.right([1]));
});

it('an outline is limited for a value of any size', () => {
  const wide = Object.fromEntries(
    Array.from({ length: 9_000 }, (_, at) => [`k${at}`, { a: 'x'.repeat(900) }]),
  );
  const outline = outlineJson({ wide, deep: JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) as unknown });
  expect(Object.keys(outline).length).toBeLessThanOrEqual(120);
  expect(JSON.stringify(outline).length).toBeLessThan(12_000);
  expect(outline['$.wide']).toBe('object of 9000');
  expect(outline['…']).toBe('more places; select a part to see it');
});

it('an outline exists only for JSON', async () => {
  expect(await jsonPath.outline(bytes('{"a":[1]}'))()).toEqual(
    E.right({ $: 'object of 1', '$.a': 'array of 1', '$.a[0]': 'number 1' }),
  );
  expect(await jsonPath.outline(bytes('{"a":'))()).toEqual(E.right(null));
});
