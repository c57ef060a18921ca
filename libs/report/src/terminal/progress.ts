import { isRed, type RunEntry, type RunReport } from '@tandem/core';

import { labelOf, totalOf } from '../entry.js';
import type { ReporterOptions } from '../reporter.js';
import { formatCount } from '../text/units.js';
import { toOneLine } from '../text/visible.js';
import type { Pen } from './pen.js';

/** Erases the line of the cursor and goes to its beginning. */
const erase = '\u001b[2K\r';

/** As much of a text as fits, counting every character beyond ASCII as two columns wide, which none exceeds. */
const fitText = (text: string, columns: number): string => {
  let width = 0;
  let shown = '';
  for (const character of text) {
    width += character.length === 1 && character < '\u007f' ? 1 : 2;
    if (width > columns) return shown;
    shown += character;
  }
  return shown;
};

/** Counts the requests of a run and shows how far it is. */
export interface Progress {
  readonly began: (entry: Pick<RunEntry, 'path' | 'iteration' | 'environment'>) => void;
  readonly done: (entry: RunEntry) => void;
  /** Lines above the progress: what to write for them, with the progress again below. */
  readonly under: (lines: string) => string;
  /** Lines after the last request. */
  readonly after: (lines: string) => string;
}

/** On a terminal, a last line that is rewritten; elsewhere, a line each tenth of a run whose requests are not listed. */
export const openProgress = (
  pen: Pen,
  plan: RunReport['plan'],
  isListed: boolean,
  options: ReporterOptions,
): Progress => {
  const { isTerminal = false, columns = 80 } = options;
  const total = totalOf(plan);
  let count = 0;
  let red = 0;
  let current = '';
  let tenth = 0;

  const counts = () => `${count} of ${formatCount(total, 'request')}${red > 0 ? `, ${red} failed` : ''}`;
  const onTerminal = () => pen.faint(fitText(`${counts()}${current}`, columns - 1));
  const tenths = (): string => {
    const reached = Math.floor((count * 10) / Math.max(1, total));
    if (isListed || reached === tenth || count >= total) return '';
    tenth = reached;
    return `${counts()}\n`;
  };

  return {
    began: (entry) => (current = `  ${toOneLine(labelOf(entry, plan))}`),
    done: (entry) => {
      count += 1;
      if (isRed(entry, plan.requireTests)) red += 1;
    },
    under: (lines) => (isTerminal ? `${erase}${lines}${onTerminal()}` : `${lines}${tenths()}`),
    after: (lines) => (isTerminal ? `${erase}${lines}` : lines),
  };
};
