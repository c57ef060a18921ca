import { isRed, type RunEntry, type RunReport, type RunStart } from '@tandem/core';

import {
  listCases,
  formatEntryLabel,
  describeRunScope,
  countPlannedExecutions,
  listWarningCodes,
} from '../entry.js';
import type { Open, ReporterOptions } from '../reporter.js';
import { formatCount, formatDuration } from '../text/units.js';
import { cut, toOneLine } from '../text/visible.js';
import { formatClosing } from './closing.js';
import { formatMark, type Pen, createPen } from './pen.js';
import { openProgress, type Progress } from './progress.js';

/** Runs with more requests than `listed` show only those that are neither passed nor skipped. */
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

/** The folders of a path that the previous path was not in, one per line. */
const formatNewFolders = (pen: Pen, last: readonly string[], next: readonly string[]): string => {
  const shared = next.findIndex((part, index) => part !== last[index]);
  if (shared < 0) return '';
  return next
    .slice(shared)
    .map((part, index) => `${'  '.repeat(shared + index)}${pen.strong(toOneLine(part))}\n`)
    .join('');
};

/** Writes a tree; its requests arrive in order, because they run one after another. */
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

const isWorthALine = (entry: RunEntry, requireTests: boolean): boolean =>
  isRed(entry, requireTests) || entry.outcome === 'flaky' || listWarningCodes(entry).length > 0;

interface SpecWriter {
  readonly progress: Progress;
  readonly lines: (entry: RunEntry) => string;
}

const begin = (pen: Pen, { plan }: RunStart, options: ReporterOptions): SpecWriter => {
  const isListed = countPlannedExecutions(plan) <= specLimits.listed;
  const flat = (entry: RunEntry): string =>
    isListed || isWorthALine(entry, plan.requireTests)
      ? formatEntryLines(pen, entry, formatEntryLabel(entry, plan), '')
      : '';
  return {
    progress: openProgress(pen, plan, isListed, options),
    lines: isListed && plan.parallel === 1 ? openTree(pen, plan) : flat,
  };
};

/**
 * For people: each request with its outcome, the failures, and the counts. Long runs leave out passed and skipped
 * requests.
 */
export const openSpec: Open = (options) => {
  const pen = createPen(options);
  let written: SpecWriter | undefined;
  return {
    take: (event) => {
      switch (event.kind) {
        case 'started':
          written = begin(pen, event.run, options);
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
