import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

import { ConfigProblem } from '../config-problem.js';
import {
  applyEdits,
  type Entry,
  type EntryPath,
  type Format,
  getLineNumber,
  findLineBreak,
  otherTransport,
} from './format.js';
import { addProperty, removeProperty, renderJson, replaceValue } from './json-properties.js';

/** A parser error in words, such as "comma expected". */
const describeParseError = ({ error }: ParseError): string =>
  printParseErrorCode(error)
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();

const parseRoot = (text: string): Node | undefined => {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (root === undefined && errors.every(({ error }) => printParseErrorCode(error) === 'ValueExpected'))
    return undefined;
  if (first === undefined) return root;
  const column = first.offset - text.lastIndexOf('\n', first.offset - 1);
  const line = getLineNumber(text, first.offset);
  throw new ConfigProblem(
    `is not valid JSON: line ${line}, column ${column}: ${describeParseError(first)}`,
    line,
  );
};

const requireObject = (text: string, node: Node, what: string): Node => {
  if (node.type === 'object') return node;
  const line = getLineNumber(text, node.offset);
  throw new ConfigProblem(`has ${what} in line ${line} that is not an object`, line);
};

/** The value of a property. The last one of that name counts, as in JavaScript. */
const findValue = (object: Node | undefined, name: string): Node | undefined =>
  object?.children?.findLast(({ children }) => children?.[0]?.value === name)?.children?.[1];

const findContainer = (text: string, { container }: EntryPath): Node | undefined => {
  const root = parseRoot(text);
  const found = root && findValue(requireObject(text, root, 'a value'), container);
  return found && requireObject(text, found, container);
};

const add = (text: string, path: EntryPath, entry: Entry): string => {
  const { container, name } = path;
  const root = parseRoot(text);
  if (root === undefined) {
    const lineBreak = findLineBreak(text);
    const start = text === '' || text.endsWith('\n') ? text : `${text}${lineBreak}`;
    return `${start}${renderJson({ [container]: { [name]: entry } }, '', '  ', lineBreak)}${lineBreak}`;
  }
  const servers = findContainer(text, path);
  return servers === undefined
    ? applyEdits(text, [addProperty(text, root, container, { [name]: entry })])
    : applyEdits(text, [addProperty(text, servers, name, entry)]);
};

/** Removes every property with one of the names from the object that `find` returns. */
const removeProperties = (
  text: string,
  find: (text: string) => Node | undefined,
  names: readonly string[],
): string => {
  const object = find(text);
  const property = object?.children?.find(({ children }) => names.includes(String(children?.[0]?.value)));
  if (object === undefined || property === undefined) return text;
  return removeProperties(applyEdits(text, removeProperty(text, object, property)), find, names);
};

const setField = (text: string, find: (text: string) => Node, key: string, value: Entry[string]): string => {
  const object = find(text);
  const present = findValue(object, key);
  if (present === undefined) return applyEdits(text, [addProperty(text, object, key, value)]);
  if (JSON.stringify(getNodeValue(present)) === JSON.stringify(value)) return text;
  return applyEdits(text, [replaceValue(text, present, value)]);
};

const put = (text: string, path: EntryPath, entry: Entry): string => {
  const present = findValue(findContainer(text, path), path.name);
  if (present === undefined) return add(text, path, entry);
  const find = (changed: string): Node => {
    const node = findValue(findContainer(changed, path), path.name);
    if (node === undefined) throw new Error('the entry is gone');
    return requireObject(changed, node, path.name);
  };
  const cleared = removeProperties(
    text,
    find,
    entry.type === undefined ? [...otherTransport, 'type'] : otherTransport,
  );
  return Object.entries(entry).reduce((before, [key, value]) => setField(before, find, key, value), cleared);
};

/** JSON, with the comments and trailing commas that some clients allow. */
export const json: Format = {
  read: (text) => {
    const root = parseRoot(text);
    return root === undefined ? {} : (getNodeValue(root) as unknown);
  },
  put,
  remove: (text, path) => removeProperties(text, (changed) => findContainer(changed, path), [path.name]),
};
