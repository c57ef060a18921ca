import { createInterface } from 'node:readline/promises';
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
 * Asks on a terminal, one prompt after another. An empty line means the default, if the prompt has one.
 * @param interrupt called at Ctrl+C, which the terminal does not turn into a signal while it asks
 */
export const createTerminalPrompts =
  (input: NodeJS.ReadableStream, output: NodeJS.WritableStream, interrupt: () => void): ElicitPrompts =>
  async ({ prompts }, signal) => {
    let isSilent = false;
    const lines = createInterface({ input, output: createOutput(output, () => isSilent), terminal: true });
    lines.on('SIGINT', () => {
      output.write('\n');
      interrupt();
    });
    const values: Record<string, string> = {};
    try {
      for (const prompt of prompts) {
        const answering = lines.question(formatQuestion(prompt), { signal });
        isSilent = prompt.isHidden;
        const line = await answering;
        if (isSilent) output.write('\n');
        isSilent = false;
        values[prompt.label] = line === '' ? (prompt.default ?? '') : line;
      }
      return { values, isKept: false };
    } finally {
      lines.close();
    }
  };
