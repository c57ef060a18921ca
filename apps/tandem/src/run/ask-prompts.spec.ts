import { PassThrough } from 'node:stream';

import type { PendingPrompts } from '@tandem/core';
import { expect, it } from 'vitest';

import { createTerminalPrompts } from './ask-prompts.js';

it('a hidden answer is not shown while it is typed on a terminal', { tags: 'prompt:command' }, async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let shown = '';
  const lines = ['', 'Ann', 'hunter-2'];
  output.on('data', (piece: Buffer) => {
    shown += piece.toString();
  });
  const form = {
    prompts: [
      { label: 'City', default: 'Oslo', isHidden: false },
      { label: 'Your name', isHidden: false },
      { label: 'password', isHidden: true },
    ],
  } as unknown as PendingPrompts;
  const asked = createTerminalPrompts(input, output, () => undefined)(form, new AbortController().signal);
  for (const [index, line] of lines.entries()) {
    await expect.poll(() => shown).toContain(['City (Oslo): ', 'Your name: ', 'password: '][index]);
    input.write(`${line}\n`);
  }
  expect(await asked).toEqual({
    values: { City: 'Oslo', 'Your name': 'Ann', password: 'hunter-2' },
    isKept: false,
  });
  expect(shown).not.toContain('hunter-2');
});

it(
  'pasted lines answer the prompts that follow, and are not shown if they are hidden',
  { tags: 'prompt:command' },
  async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    let shown = '';
    output.on('data', (piece: Buffer) => {
      shown += piece.toString();
    });
    const form = {
      prompts: [
        { label: 'City', isHidden: false },
        { label: 'password', isHidden: true },
        { label: 'Your name', isHidden: false },
      ],
    } as unknown as PendingPrompts;
    const asked = createTerminalPrompts(input, output, () => undefined)(form, new AbortController().signal);
    input.write('Oslo\nhunter-2\nAnn\n');
    expect(await asked).toMatchObject({
      values: { City: 'Oslo', password: 'hunter-2', 'Your name': 'Ann' },
    });
    expect(shown).toMatch(/City: .*Oslo[^]*password: \n[^]*Your name: Ann\n/);
    expect(shown).not.toContain('hunter-2');
  },
);

it('the end of the input at a prompt ends the question', { tags: 'prompt:command' }, async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  output.resume();
  const form = { prompts: [{ label: 'City', isHidden: false }] } as unknown as PendingPrompts;
  const asked = createTerminalPrompts(input, output, () => undefined)(form, new AbortController().signal);
  input.end();
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
});

it('Ctrl+C at a prompt interrupts the run, which ends the question', { tags: 'prompt:command' }, async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  output.resume();
  const run = new AbortController();
  const form = { prompts: [{ label: 'City', isHidden: false }] } as unknown as PendingPrompts;
  const asked = createTerminalPrompts(input, output, () => run.abort())(form, run.signal);
  input.write('\u0003');
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  expect(run.signal.aborted).toBe(true);
});
