import { toVisibleText } from '@tandem/core';
import { randomBytes } from 'node:crypto';
import { isContainer, stringifyJson } from '@tandem/core/codec';

import { formatDryRun, isDryRun } from './dry-run-text.js';
import { formatExecution, isExecuted } from './execution-text.js';
import { fenceText, extractParts } from './untrusted.js';

/** Readable lines: Tandem's own, and those from a server or script. */
export interface ResultText {
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

/** Formats a result as lines. */
export type TextOf<A> = (value: A) => ResultText;

type Value = Readonly<Record<string, unknown>>;

/**
 * Maximum number of lines in a list, and maximum length of a line, a list entry and a longer text in UTF-16 units.
 */
const limits = { lines: 30, line: 160, entry: 240, text: 4_000 } as const;

const toSingleLine = (value: unknown, most: number = limits.line): string => {
  const text = (typeof value === 'string' ? value : stringifyJson(value)).replaceAll(/\s+/g, ' ');
  return text.length <= most ? text : `${text.slice(0, most)}…`;
};

const truncateText = (text: string): string =>
  text.length <= limits.text
    ? text
    : `${text.slice(0, limits.text)}\n… ${text.length - limits.text} more characters`;

/** A script, schema or diff, indented so that its lines differ from those of the surrounding text. */
const formatBlock = (name: string, text: string): readonly string[] => [
  `${name}:`,
  ...truncateText(text.trimEnd())
    .split('\n')
    .map((line) => `  ${line}`),
];

const isPlain = (value: unknown): boolean => !isContainer(value);

const hasValue = (value: unknown): boolean =>
  value !== null && value !== '' && (isPlain(value) || Object.keys(value as object).length > 0);

/** The fields of a list entry, such as its id, name, method and URL. */
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
 * A result as readable text; the structured content has all of it. Text from servers and scripts is placed between
 * two lines with a number generated for this text.
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
