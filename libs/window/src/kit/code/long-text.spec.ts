import { expect, it } from 'vitest';

import { createLongText } from './long-text.js';

it('a long text is assembled unchanged, line by line', async () => {
  const lines = Array.from({ length: 90_000 }, (_, at) => `line ${at} of a text`);
  const document = await createLongText(lines.join('\n'), () => true);
  expect([document?.lines, document?.line(70_001).text]).toEqual([90_000, 'line 70000 of a text']);
});

it('CRLF counts as one line end, wherever it is in a long text', async () => {
  const document = await createLongText(
    `${'x'.repeat(499_999)}\r\n${'y'.repeat(499_998)}\r\nend`,
    () => true,
  );
  expect([document?.lines, document?.line(3).text]).toEqual([3, 'end']);
});

it('the assembly of a long text stops when the text is no longer needed', async () => {
  expect(await createLongText('a', () => false)).toBeUndefined();
});
