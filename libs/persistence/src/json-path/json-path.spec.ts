import { stringifyJson } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import { describe, expect, it } from 'vitest';

import { createJsonPath } from './json-path.js';

const shop = {
  items: [
    { name: 'bell', price: 9, tags: ['a'], made: '2024-05' },
    { name: 'lamp', price: 21.5, made: 'May 2024' },
  ],
  limit: 10,
  'odd key': { $: 1 },
};

/** A busy machine may delay a worker. Therefore, only the tests of the time limit set a short one. */
const jsonPath = createJsonPath({ timeMs: 60_000 });

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const maxLength = 256 * 1024;
const select = (path: string, value: unknown) => jsonPath.select(path, bytes(value), maxLength)();
const issues = async (path: string, value: unknown, on = jsonPath) => {
  const outcome = await on.select(path, bytes(value), maxLength)();
  return E.isLeft(outcome) && outcome.left.kind === 'invalid-input'
    ? outcome.left.issues.map(({ message }) => message)
    : outcome;
};

/** Cases of RFC 9535, section 1.5 and 2. */
describe('a JSONPath', { tags: 'executions:select' }, () => {
  it.each<[string, unknown[]]>([
    ['$', [shop]],
    ['$.items[0].name', ['bell']],
    ['$.items[-1].name', ['lamp']],
    ['$.items[*].price', [9, 21.5]],
    ['$..name', ['bell', 'lamp']],
    ['$.items[?@.price > 10].name', ['lamp']],
    ['$.items[?@.price > $.limit].name', ['lamp']],
    ['$.items[?@.tags].name', ['bell']],
    ["$['odd key']['$']", [1]],
    ['$.items[0:1].name', ['bell']],
    ['$.items[?length(@.name) == 4].name', ['bell', 'lamp']],
    ['$.items[?match(@.made, "[0-9]{4}-[0-9]{2}")].name', ['bell']],
    ['$.items[?search(@.made, "20[0-9]+$")].name', ['lamp']],
    ['$.items[?match(@.price, ".*") || match(@.name, "(")].name', []],
    ['$.nothing', []],
  ])('%s selects what RFC 9535 says', async (path, expected) => {
    expect(await select(path, shop)).toEqual(E.right(expected));
  });

  it('selects numbers with all their digits', { tags: 'bodies:digits' }, async () => {
    const text = '{"id":12345678901234567890,"list":[{"price":1.10},{"price":1e400}]}';
    const selectText = async (path: string) => {
      const outcome = await jsonPath.select(path, new TextEncoder().encode(text), maxLength)();
      return E.isRight(outcome) ? stringifyJson(outcome.right) : outcome.left;
    };
    expect(await selectText('$')).toBe(`[${text}]`);
    expect(await selectText('$.list[?@.price > 1].price')).toBe('[1.10,1e400]');
  });

  it.each([['items'], ['$.items['], ['$[?process.exit()]'], ['$[?match(@.a)]'], ['']])(
    '%s is refused',
    async (path) => {
      expect(await select(path, shop)).toMatchObject({
        _tag: 'Left',
        left: { kind: 'invalid-input', issues: [{ path: 'select' }] },
      });
    },
  );

  it('is refused if it is empty, and the error suggests the path of the whole body', async () => {
    expect(await issues(' ', shop)).toEqual([
      expect.stringMatching(/^select must be a JSONPath .*; \$ is the whole body$/) as string,
    ]);
  });

  it('is refused if it selects too much', async () => {
    const wide = Array.from({ length: 5_000 }, () => [1, 2, 3]);
    expect(await issues('$..*', wide)).toEqual([expect.stringContaining('more than 10000 values') as string]);
    expect(await issues('$[*]', ['x'.repeat(maxLength)])).toEqual([
      expect.stringContaining('selects too much') as string,
    ]);
  });

  it('is refused for a body that is not JSON', async () => {
    const outcome = await jsonPath.select('$', new TextEncoder().encode('{"a": 1'), maxLength)();
    expect(outcome).toMatchObject({
      left: { issues: [{ message: expect.stringContaining('was stored whole') as string }] },
    });
  });

  it('is refused if a regular expression exceeds the limits of the engine', async () => {
    expect(await issues('$[?match(@, "a{2000}")]', ['a'])).toEqual([
      expect.stringContaining('more than 1000 times') as string,
    ]);
  });
});

describe('a query that would take forever', { tags: 'executions:select:limits' }, () => {
  it('ends at the time limit without blocking the process', async () => {
    const limited = createJsonPath({ timeMs: 500 });
    const wide = Array.from({ length: 20_000 }, (_, index) => index);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 5);
    const messages = await issues('$[?count($[?count($[*]) > 1]) > 1]', wide, limited);
    clearInterval(timer);
    expect(messages).toEqual([expect.stringContaining('took longer than 0.5 s') as string]);
    expect(turns).toBeGreaterThan(1);
  });

  it('with a regular expression takes linear time', async () => {
    const text = `${'a'.repeat(100_000)}!`;
    expect(await select('$[?match(@, "(a+)+b")]', [text])).toEqual(E.right([]));
    expect(await select('$[?search(@, "(a|a)*!$")]', [text])).toEqual(E.right([text]));
  });

  it('does not affect later queries, even many at the same time', async () => {
    const limited = createJsonPath({ timeMs: 3_000, workers: 2 });
    const wide = Array.from({ length: 20_000 }, (_, index) => index);
    const stuck = issues('$[?count($[?count($[*]) > 1]) > 1]', wide, limited);
    const others = Array.from({ length: 6 }, (_, index) =>
      limited.select(`$[${index}]`, bytes(wide), maxLength)(),
    );
    expect(await Promise.all(others)).toEqual([0, 1, 2, 3, 4, 5].map((one) => E.right([one])));
    expect(await stuck).toHaveLength(1);
  });
});

describe('a number in a body', { tags: 'bodies:digits' }, () => {
  const encoded = (text: string) => new TextEncoder().encode(text);

  it('has all its digits in an outline', async () => {
    const outline = await jsonPath.outline(encoded('{"id":12345678901234567890,"price":1.10}'))();
    expect(outline).toEqual(
      E.right({ $: 'object of 2', '$.id': 'number 12345678901234567890', '$.price': 'number 1.10' }),
    );
  });

  it.each([
    [
      '{"a":12345678901234567890}',
      '{"a":12345678901234567891}',
      '[{"path":"$.a","before":12345678901234567890,"after":12345678901234567891}]',
    ],
    ['{"a":1.10}', '{"a":1.1}', '[]'],
    [
      '[{"id":12345678901234567890,"a":1}]',
      '[{"id":12345678901234567891,"a":1},{"id":12345678901234567890,"a":2}]',
      '[{"path":"$[?@.id==12345678901234567890].a","before":1,"after":2},{"path":"$[?@.id==12345678901234567891]","after":{"id":12345678901234567891,"a":1}}]',
    ],
    ['[1e400,[1]]', '[1e401,[1]]', '[{"path":"$[0]","before":1e400,"after":1e401}]'],
  ])('is compared by its digits: %s and %s', async (before, after, expected) => {
    const outcome = await jsonPath.compare(encoded(before), encoded(after), [])();
    expect(E.isRight(outcome) && stringifyJson(outcome.right.differences)).toBe(expected);
  });

  it('is ignored by a path with a filter', async () => {
    const outcome = await jsonPath.compare(
      encoded('[{"price":1.10,"at":1}]'),
      encoded('[{"price":1.10,"at":2}]'),
      ['$[?@.price > 1].at'],
    )();
    expect(E.isRight(outcome) && outcome.right.differences).toEqual([]);
  });
});
