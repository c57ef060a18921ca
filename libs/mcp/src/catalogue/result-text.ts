import { randomBytes } from 'node:crypto';

import { dryRunText, isDryRun } from './dry-run-text.js';
import { executionText, isExecuted } from './execution-text.js';
import { fenced, partsAt } from './untrusted.js';
import { visible } from './visible.js';

/** Lines for a reader: what Tandem says, and what a server or a script said. */
export interface ResultText {
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

/** Writes a result as lines. */
export type TextOf<A> = (value: A) => ResultText;

type Value = Readonly<Record<string, unknown>>;

/** How many lines of a list are shown, and how many UTF-16 units of a line. */
const limits = { lines: 30, line: 160 } as const;

const oneLine = (value: unknown): string => {
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\s+/g, ' ');
  return text.length <= limits.line ? text : `${text.slice(0, limits.line)}…`;
};

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object';

/** The plain fields of an entry of a list, such as its id, name, method and URL. */
const entryLine = (entry: unknown): string =>
  typeof entry !== 'object' || entry === null
    ? oneLine(entry)
    : oneLine(
        Object.values(entry)
          .filter((one) => isPlain(one) && one !== null && one !== '')
          .map(String)
          .join(' · '),
      );

const linesOf = (name: string, value: unknown): readonly string[] => {
  if (value === undefined || value === '' || value === null) return [];
  if (!Array.isArray(value)) return [`${name}: ${oneLine(value)}`];
  if (value.length === 0 || value.every(isPlain)) return [`${name}: ${oneLine(value.join(', ')) || 'none'}`];
  const more = value.length - limits.lines;
  return [
    `${name}: ${value.length}`,
    ...value.slice(0, limits.lines).map((one) => `- ${entryLine(one)}`),
    ...(more > 0 ? [`… ${more} more`] : []),
  ];
};

const anyText = (value: Value, untrusted: readonly string[]): ResultText => {
  const { rest, parts } = partsAt(value, untrusted);
  return {
    ours: Object.entries(rest).flatMap(([name, one]) => linesOf(name, one)),
    theirs: parts.flatMap(([path, one]) => linesOf(path, one)),
  };
};

/**
 * A result as a text for a reader, who has all of it as structured content. Words of servers and scripts stand between two
 * lines with a number that is made for this text.
 */
export const resultText = (value: Value, untrusted: readonly string[]): string => {
  const { ours, theirs } = isExecuted(value)
    ? executionText(value)
    : isDryRun(value)
      ? dryRunText(value)
      : anyText(value, untrusted);
  const said = visible(ours.join('\n'));
  if (theirs.length === 0) return said;
  return `${said}\n${fenced(randomBytes(6).toString('hex'), visible(theirs.join('\n')))}`;
};
