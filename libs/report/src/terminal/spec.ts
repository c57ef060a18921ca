import { shouldFailRun, type RunEntry, type RunReport, type RunStart } from '@tandem/core';

import {
  countPlannedExecutions,
  describeRunScope,
  formatEntryLabel,
  listCases,
  listWarningCodes,
} from '../entry.js';
import type { ReporterFactory, ReporterOptions } from '../reporter.js';
import { cut, formatCount, formatDuration, toOneLine } from '../text.js';
import { createPen, formatClosing, formatMark, type Pen } from './closing.js';

/** Erases the current line, and moves the cursor to its start. */
const erase = '\u001b[2K\r';

/** Cuts a text to a number of columns. Counts two columns, the maximum, for each character that is not ASCII. */
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

/** Counts the finished requests of a run, and shows them. */
interface Progress {
  readonly began: (entry: Pick<RunEntry, 'path' | 'iteration' | 'environment'>) => void;
  readonly done: (entry: RunEntry) => void;
  /** Returns what to print so that these lines appear above the progress. */
  readonly under: (lines: string) => string;
  /** Returns what to print so that these lines take the place of the progress, after the last request. */
  readonly after: (lines: string) => string;
}

/**
 * Shows the progress: on a terminal, in a last line that is rewritten. Elsewhere, in a line for each tenth of the run, if its requests are
 * not listed.
 */
const openProgress = (
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
      if (shouldFailRun(entry, plan.requireTests)) red += 1;
    },
    under: (lines) => (isTerminal ? `${erase}${lines}${onTerminal()}` : `${lines}${tenths()}`),
    after: (lines) => (isTerminal ? `${erase}${lines}` : lines),
  };
};

/** The limits of this reporter. If a run has more than `listed` requests, those that passed or were skipped are not listed. */
export const specLimits = { listed: 50, reason: 200 } as const;

const formatFacts = (entry: RunEntry): string =>
  [
    entry.status?.toString() ?? '',
    entry.timeMs === null ? '' : formatDuration(entry.timeMs),
    entry.attempts > 1 ? formatCount(entry.attempts, 'attempt') : '',
    entry.outcome === 'untested' ? 'no tests' : '',
    entry.outcome === 'skipped' ? `skipped${entry.reason === undefined ? '' : `: ${entry.reason}`}` : '',
    entry.error?.code ?? '',
    ...listWarningCodes(entry),
  ]
    .filter((fact) => fact !== '')
    .map((fact) => toOneLine(cut(fact, specLimits.reason)))
    .join('  ');

const formatEntryLines = (pen: Pen, entry: RunEntry, name: string, indent: string): string => {
  const failed = listCases(entry).filter(({ status }) => status === 'failed');
  return [
    `${indent}${formatMark(pen, entry.outcome)} ${toOneLine(name)}  ${pen.faint(formatFacts(entry))}`.trimEnd(),
    ...failed.map(({ title }) => `${indent}    ${pen.bad('✗')} ${toOneLine(title)}`),
    '',
  ].join('\n');
};

/** Lists the folders of a path that are not in the previous path, one in a line. */
const formatNewFolders = (pen: Pen, last: readonly string[], next: readonly string[]): string => {
  const shared = next.findIndex((part, index) => part !== last[index]);
  if (shared < 0) return '';
  return next
    .slice(shared)
    .map((part, index) => `${'  '.repeat(shared + index)}${pen.strong(toOneLine(part))}\n`)
    .join('');
};

/** Writes requests as a tree of folders. They arrive in order, because they run one after another. */
const openTree = (pen: Pen, plan: RunReport['plan']) => {
  let lane = '';
  let folders: readonly string[] = [];
  return (entry: RunEntry): string => {
    const nextLane = describeRunScope(entry, plan);
    const next = entry.folder === '' ? [] : entry.folder.split('/');
    const isNewLane = nextLane !== lane;
    const heads = `${isNewLane ? `${pen.faint(`· ${toOneLine(nextLane)}`)}\n` : ''}${formatNewFolders(pen, isNewLane ? [] : folders, next)}`;
    lane = nextLane;
    folders = next;
    return heads + formatEntryLines(pen, entry, entry.name, '  '.repeat(next.length));
  };
};

const shouldListEntry = (entry: RunEntry, requireTests: boolean): boolean =>
  shouldFailRun(entry, requireTests) || entry.outcome === 'flaky' || listWarningCodes(entry).length > 0;

interface SpecWriter {
  readonly progress: Progress;
  readonly lines: (entry: RunEntry) => string;
}

const createSpecWriter = (pen: Pen, { plan }: RunStart, options: ReporterOptions): SpecWriter => {
  const isListed = countPlannedExecutions(plan) <= specLimits.listed;
  const flat = (entry: RunEntry): string =>
    isListed || shouldListEntry(entry, plan.requireTests)
      ? formatEntryLines(pen, entry, formatEntryLabel(entry, plan), '')
      : '';
  return {
    progress: openProgress(pen, plan, isListed, options),
    lines: isListed && plan.parallel === 1 ? openTree(pen, plan) : flat,
  };
};

/**
 * The reporter for people: lists each request with its outcome, and then the failures and the counts. In a long run, it does not list
 * requests that passed or were skipped.
 */
export const openSpecReporter: ReporterFactory = (options) => {
  const pen = createPen(options);
  let written: SpecWriter | undefined;
  return {
    take: (event) => {
      switch (event.kind) {
        case 'started':
          written = createSpecWriter(pen, event.run, options);
          return written.progress.under(
            `${pen.strong(toOneLine(event.run.workspace))}  ${pen.faint(formatCount(countPlannedExecutions(event.run.plan), 'request'))}\n\n`,
          );
        case 'request-started':
          written?.progress.began(event.entry);
          return options.isTerminal === true ? (written?.progress.under('') ?? '') : '';
        case 'request-ended': {
          written?.progress.done(event.entry);
          return written?.progress.under(written.lines(event.entry)) ?? '';
        }
        case 'ended': {
          const lines = formatClosing(pen, event.report, options);
          return written?.progress.after(lines) ?? lines;
        }
      }
    },
  };
};

/** Writes one character for each request, and then the failures and the counts. */
export const openDotReporter: ReporterFactory = (options) => {
  const pen = createPen(options);
  const columns = Math.max(1, options.columns ?? 80);
  let column = 0;
  return {
    take: (event) => {
      if (event.kind === 'request-ended') {
        const isFull = column === columns;
        column = isFull ? 1 : column + 1;
        return `${isFull ? '\n' : ''}${formatMark(pen, event.entry.outcome, 'dot')}`;
      }
      return event.kind === 'ended'
        ? `${column > 0 ? '\n' : ''}${formatClosing(pen, event.report, options)}`
        : '';
    },
  };
};
