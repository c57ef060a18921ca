import { type AST, getStaticTOMLValue, parseTOML, ParseError } from 'toml-eslint-parser';

import {
  applyEdits,
  ConfigProblem,
  type Edit,
  type Entry,
  type EntryPath,
  findLineBreak,
  type Format,
  otherTransport,
} from './format.js';

const parseProgram = (text: string): AST.TOMLProgram => {
  try {
    return parseTOML(text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const { lineNumber, column } = error;
    const what = error.message.charAt(0).toLowerCase() + error.message.slice(1);
    throw new ConfigProblem(
      `is not valid TOML: line ${lineNumber}, column ${column + 1}: ${what}`,
      lineNumber,
    );
  }
};

type Item = AST.TOMLTable | AST.TOMLKeyValue;

const toKeyPath = ({ keys }: AST.TOMLKey): readonly string[] =>
  keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value));

const hasPrefix = (key: readonly (string | number)[], path: readonly string[]): boolean =>
  path.every((part, index) => key[index] === part);

/** Finds the tables and lines that define the value at a path. */
const findItems = (text: string, path: readonly string[]): readonly Item[] =>
  parseProgram(text).body[0].body.flatMap((item): readonly Item[] => {
    if (item.type === 'TOMLKeyValue') return hasPrefix(toKeyPath(item.key), path) ? [item] : [];
    if (hasPrefix(item.resolvedKey, path)) return [item];
    return item.body.filter(({ key }) => hasPrefix([...item.resolvedKey, ...toKeyPath(key)], path));
  });

const findLineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;
const findNextLine = (text: string, offset: number): number => {
  const at = text.indexOf('\n', offset);
  return at === -1 ? text.length : at + 1;
};

/** Creates an edit that removes the lines of an item, and the blank line before a table. */
const toLineEdit = (text: string, item: Item): Edit => {
  const from = findLineStart(text, item.range[0]);
  const to = findNextLine(text, item.range[1]);
  const blank = item.type === 'TOMLTable' ? (/\r?\n$/.exec(text.slice(0, from))?.[0].length ?? 0) : 0;
  const isBlank = blank > 0 && /(?:^|\n)$/.test(text.slice(0, from - blank));
  const start = isBlank ? from - blank : from;
  // If the text does not end with a line break, remove the one before the item.
  const isOpen = to === text.length && !text.endsWith('\n');
  return {
    from: isOpen ? start - (/\r?\n$/.exec(text.slice(0, start))?.[0].length ?? 0) : start,
    to,
    text: '',
  };
};

const removeEntry = (text: string, { container, name }: EntryPath): string => {
  const [item] = findItems(text, [container, name]);
  return item === undefined
    ? text
    : removeEntry(applyEdits(text, [toLineEdit(text, item)]), { container, name });
};

/** Renders a value as JSON, because strings and arrays of strings are the same in TOML. */
const renderValue = (value: Entry[string]): string =>
  typeof value === 'string'
    ? JSON.stringify(value)
    : `[${value.map((one) => JSON.stringify(one)).join(', ')}]`;

const bareKey = /^[\w-]+$/;
const formatTableHeader = ({ container, name }: EntryPath): string =>
  `[${[container, name].map((key) => (bareKey.test(key) ? key : JSON.stringify(key))).join('.')}]`;

const addEntry = (text: string, path: EntryPath, entry: Entry): string => {
  const lineBreak = findLineBreak(text);
  const lines = [
    formatTableHeader(path),
    ...Object.entries(entry).map(([key, value]) => `${key} = ${renderValue(value)}`),
  ];
  if (text === '') return `${lines.join(lineBreak)}${lineBreak}`;
  const isOpen = !text.endsWith('\n');
  const gap = isOpen ? `${lineBreak}${lineBreak}` : lineBreak;
  return `${text}${gap}${lines.join(lineBreak)}${isOpen ? '' : lineBreak}`;
};

/** The changed values in the table of the entry; undefined if the entry is not written as a table. */
const findChanges = (
  text: string,
  { container, name }: EntryPath,
  entry: Entry,
): readonly Edit[] | undefined => {
  const [table, ...more] = findItems(text, [container, name]);
  if (table?.type !== 'TOMLTable' || table.resolvedKey.length !== 2) return undefined;
  const isOther = table.body.some(({ key }) => otherTransport.some((other) => toKeyPath(key)[0] === other));
  if (isOther || more.some((item) => item.type === 'TOMLKeyValue')) return undefined;
  const edits: Edit[] = [];
  for (const [key, value] of Object.entries(entry)) {
    const line = table.body.find((one) => toKeyPath(one.key).length === 1 && toKeyPath(one.key)[0] === key);
    if (line === undefined) return undefined;
    const [from, to] = line.value.range;
    const isSame = JSON.stringify(getStaticTOMLValue(line.value)) === JSON.stringify(value);
    if (!isSame) edits.push({ from, to, text: renderValue(value) });
  }
  return edits;
};

/** The format TOML. The entry is a separate table at the end of the file. */
export const toml: Format = {
  read: (text) => getStaticTOMLValue(parseProgram(text)),
  put: (text, path, entry) => {
    const changes = findChanges(text, path, entry);
    return changes === undefined ? addEntry(removeEntry(text, path), path, entry) : applyEdits(text, changes);
  },
  remove: removeEntry,
};
