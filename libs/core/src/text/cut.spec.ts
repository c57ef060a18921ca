import { expect, it } from 'vitest';

import { cutList, cutTextAt, excerptValues } from './cut.js';

it(
  'the result of cutting a list states its length and the next offset only if something was cut',
  { tags: 'mcp:cut' },
  () => {
    expect(cutList([1, 2, 3], 3)).toEqual({ list: [1, 2, 3], extent: {} });
    expect(cutList([1, 2, 3], 2)).toEqual({
      list: [1, 2],
      extent: { truncated: true, size: 3, nextOffset: 2 },
    });
    expect(cutList([1, 2, 3], 2, 2)).toEqual({ list: [3], extent: {} });
  },
);

it.each([1, 2, 3, 100])('text is cut into parts of %i that make up the whole', (most) => {
  const text = 'a😀b😀😀c';
  const parts: string[] = [];
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const part: ReturnType<typeof cutTextAt> = cutTextAt(text, most, offset);
    expect(part.text).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
    parts.push(part.text);
    offset = part.extent.nextOffset;
  }
  expect(parts.join('')).toBe(text);
  expect(cutTextAt(text, 3, 100).text).toBe('');
});

it('two long values are shown from where they begin to differ, with the length of the longer value', () => {
  expect(excerptValues({ before: 1, after: 'x' }, 10)).toEqual({ before: 1, after: 'x' });
  const long = (end: string) => `${'x'.repeat(500)}${end}${'y'.repeat(500)}`;
  const { before, after, ...extent } = excerptValues({ before: long('A'), after: long('B') }, 100);
  expect(before).toBe(`…${'x'.repeat(40)}A${'y'.repeat(59)}…`);
  expect(after).toBe(`…${'x'.repeat(40)}B${'y'.repeat(59)}…`);
  expect(extent).toEqual({ truncated: true, size: 1001 });
  expect(excerptValues({ after: { a: 'x'.repeat(20) } }, 10)).toEqual({
    after: '{"a":"xxxx…',
    truncated: true,
    size: 28,
  });
});
