import { toVisibleText } from '@tandem/core';
import { randomBytes } from 'node:crypto';
import { isContainer, stringifyJson } from '@tandem/core/codec';

import { formatDryRun, isDryRun } from './dry-run-text.js';
import { formatExecution, isExecuted } from './execution-text.js';
import { fenceText, extractParts } from './untrusted.js';

/** Lines for a reader: what Tandem says, and what a server or a script said. */
export interface ResultText {
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

/** Writes a result as lines. */
export type TextOf<A> = (value: A) => ResultText;

type Value = Readonly<Record<string, unknown>>;

/** How many lines of a list are shown, and how many UTF-16 units of a line, of an entry of a list and of a longer text. */
const limits = { lines: 30, line: 160, entry: 240, text: 4_000 } as const;

const toSingleLine = (value: unknown, most: number = limits.line): string => {
  const text = (typeof value === 'string' ? value : stringifyJson(value)).replaceAll(/\s+/g, ' ');
  return text.length <= most ? text : `${text.slice(0, most)}…`;
};

const truncateText = (text: string): string =>
  text.length <= limits.text
    ? text
    : `${text.slice(0, limits.text)}\n… ${text.length - limits.text} more characters`;

/** A script, a schema or a diff, indented so that none of its lines looks like one of this text. */
const formatBlock = (name: string, text: string): readonly string[] => [
  `${name}:`,
  ...truncateText(text.trimEnd())
    .split('\n')
    .map((line) => `  ${line}`),
];

const isPlain = (value: unknown): boolean => !isContainer(value);

const hasValue = (value: unknown): boolean =>
  value !== null && value !== '' && (isPlain(value) || Object.keys(value as object).length > 0);

/** The fields of an entry of a list, such as its id, name, method and URL. */
const formatEntry = (entry: unknown): string =>
  !isContainer(entry)
    ? toSingleLine(entry, limits.entry)
    : toSingleLine(
        Object.values(entry)
          .filter(hasValue)
          .map((one) => (isPlain(one) ? String(one) : stringifyJson(one)))
          .join(' · '),
        limits.entry,
      );

const listLines = (name: string, list: readonly unknown[]): readonly string[] => {
  const joined = list.every(isPlain) ? list.join(', ') : undefined;
  if (joined !== undefined && joined.length <= limits.line)
    return [`${name}: ${toSingleLine(joined) || 'none'}`];
  const more = list.length - limits.lines;
  return [
    `${name}: ${list.length}`,
    ...list.slice(0, limits.lines).map((one) => `- ${formatEntry(one)}`),
    ...(more > 0 ? [`… ${more} more`] : []),
  ];
};

const formatLines = (name: string, value: unknown): readonly string[] => {
  if (value === undefined || value === '' || value === null) return [];
  if (/(?:^|\.)selected$/.test(name)) return [`${name}: ${truncateText(stringifyJson(value))}`];
  if (Array.isArray(value)) return listLines(name, value);
  if (typeof value === 'string' && value.includes('\n')) return formatBlock(name, value);
  return [`${name}: ${toSingleLine(value)}`];
};

const formatAnyResult = (value: Value, untrusted: readonly string[]): ResultText => {
  const { rest, parts } = extractParts(value, untrusted);
  return {
    ours: Object.entries(rest).flatMap(([name, one]) => formatLines(name, one)),
    theirs: parts.flatMap(([path, one]) => formatLines(path, one)),
  };
};

/**
 * A result as a text for a reader, who has all of it as structured content. Words of servers and scripts stand between two
 * lines with a number that is made for this text.
 */
export const formatResult = (value: Value, untrusted: readonly string[]): string => {
  const { ours, theirs } = isExecuted(value)
    ? formatExecution(value)
    : isDryRun(value)
      ? formatDryRun(value)
      : formatAnyResult(value, untrusted);
  const said = toVisibleText(ours.join('\n'));
  if (theirs.length === 0) return said;
  return `${said}\n${fenceText(randomBytes(6).toString('hex'), toVisibleText(theirs.join('\n')))}`;
};
