import { isRed, type RunEntry, type RunReport } from '@tandem/core';

import { formatEntryLabel, countPlannedExecutions } from '../entry.js';
import type { ReporterOptions } from '../reporter.js';
import { formatCount } from '../text/units.js';
import { toOneLine } from '../text/visible.js';
import type { Pen } from './pen.js';

/** Erases the current line and moves the cursor to its start. */
const erase = '\u001b[2K\r';

/** The start of a text that fits, counting every non-ASCII character as two columns, the maximum width. */
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

/** Counts the requests of a run and shows the progress. */
export interface Progress {
  readonly began: (entry: Pick<RunEntry, 'path' | 'iteration' | 'environment'>) => void;
  readonly done: (entry: RunEntry) => void;
  /** Lines above the progress: the text to write for them, with the progress again below. */
  readonly under: (lines: string) => string;
  /** Lines after the last request. */
  readonly after: (lines: string) => string;
}

/**
 * On a terminal, a last line that is rewritten; elsewhere, a line for each tenth of a run that does not list its
 * requests.
 */
export const openProgress = (
  pen: Pen,
  plan: RunReport['plan'],
  isListed: boolean,
  options: ReporterOptions,
): Progress => {
  const { isTerminal = false, columns = 80 } = options;
  const total = countPlannedExecutions(plan);
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
    began: (entry) => (current = `  ${toOneLine(formatEntryLabel(entry, plan))}`),
    done: (entry) => {
      count += 1;
      if (isRed(entry, plan.requireTests)) red += 1;
    },
    under: (lines) => (isTerminal ? `${erase}${lines}${onTerminal()}` : `${lines}${tenths()}`),
    after: (lines) => (isTerminal ? `${erase}${lines}` : lines),
  };
};
