import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

import type { ElicitPrompts, PendingPrompts } from '@tandem/core';
import { toVisibleLine } from '@tandem/core/visible';

type PromptField = PendingPrompts['prompts'][number];

/**
 * Creates an output that drops everything while `isSilent` returns true, such as the answer that a person types to a hidden
 * prompt.
 */
const createOutput = (output: NodeJS.WritableStream, isSilent: () => boolean): Writable =>
  new Writable({
    write: (chunk: Uint8Array | string, _, done) => {
      if (!isSilent()) output.write(chunk);
      done();
    },
  });

const formatQuestion = ({ label, default: usual, isHidden }: PromptField): string => {
  const shown = usual === undefined || isHidden ? '' : ` (${toVisibleLine(usual)})`;
  return `${toVisibleLine(label)}${shown}: `;
};

/**
 * Asks on a terminal, one prompt after another. An empty line means the default, if the prompt has one. Lines that arrive before their
 * prompt, such as pasted ones, are its answer, and are not shown if it is hidden.
 * @param interrupt called at Ctrl+C, which the terminal does not turn into a signal while it asks
 */
export const createTerminalPrompts =
  (input: NodeJS.ReadableStream, output: NodeJS.WritableStream, interrupt: () => void): ElicitPrompts =>
  async ({ prompts }, signal) => {
    let isSilent = false;
    const lines = createInterface({ input, output: createOutput(output, () => isSilent), terminal: true });
    const waiting: string[] = [];
    lines.on('line', (line) => {
      waiting.push(line);
      // What follows may be the answer to a hidden prompt.
      isSilent = true;
    });
    lines.on('SIGINT', () => {
      output.write('\n');
      interrupt();
    });
    const ended = new AbortController();
    lines.on('close', () => ended.abort());
    const anyEnd = AbortSignal.any([signal, ended.signal]);
    const ask = async (prompt: PromptField): Promise<string> => {
      const question = formatQuestion(prompt);
      const early = waiting.shift();
      if (early !== undefined) {
        output.write(`${question}${prompt.isHidden ? '' : toVisibleLine(early)}\n`);
        return early;
      }
      isSilent = false;
      lines.setPrompt(question);
      lines.prompt();
      isSilent = prompt.isHidden;
      await once(lines, 'line', { signal: anyEnd });
      if (prompt.isHidden) output.write('\n');
      return waiting.shift() ?? '';
    };
    const values: Record<string, string> = {};
    try {
      for (const prompt of prompts) {
        const line = await ask(prompt);
        values[prompt.label] = line === '' ? (prompt.default ?? '') : line;
      }
      return { values, isKept: false };
    } finally {
      lines.close();
    }
  };
