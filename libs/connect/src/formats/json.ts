import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import {
  applyEdits,
  ConfigProblem,
  type Edit,
  type Entry,
  type EntryPath,
  findLineBreak,
  type Format,
  getLineNumber,
  otherTransport,
} from './format.js';

const getEnd = (node: Node): number => node.offset + node.length;

/** The indentation of the line at `offset`; undefined if something other than white space precedes `offset` on the line. */
const findIndentation = (text: string, offset: number): string | undefined => {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[\t ]*$/.test(before) ? before : undefined;
};

/** One step of indentation in a text. */
const findIndentationStep = (text: string): string => /^(\t| +)(?=["}])/m.exec(text)?.[1] ?? '  ';

/** Renders a value as JSON whose lines after the first are indented like a line with `indentation`. */
const renderJson = (value: unknown, indentation: string, step: string, lineBreak: string): string =>
  JSON.stringify(value, null, step).replaceAll('\n', `${lineBreak}${indentation}`);

const comment = String.raw`//[^\r\n]*|/\*(?:(?!\*/)[\s\S])*\*/`;

/** The end of the match of `pattern` at an offset; undefined if there is no match. */
const skipMatch = (pattern: string, text: string, offset: number): number | undefined => {
  const matcher = new RegExp(pattern, 'y');
  matcher.lastIndex = offset;
  return matcher.test(text) ? matcher.lastIndex : undefined;
};

/** The end of the line at `offset`, if only spaces and comments follow. */
const findRestOfLine = (text: string, offset: number): number | undefined =>
  skipMatch(String.raw`(?:[\t ]|${comment})*(?=\r?\n)`, text, offset);

/** Adds a property before all others of an object, so that comments and commas stay with their properties. */
const addProperty = (text: string, object: Node, key: string, value: unknown): Edit => {
  const [first] = object.children ?? [];
  const lineBreak = findLineBreak(text);
  const step = findIndentationStep(text);
  const inside = object.offset + 1;
  const at = findRestOfLine(text, inside);
  const name = JSON.stringify(key);
  if (first !== undefined && at === undefined) {
    const space = text.charAt(inside) === ' ' ? ' ' : '';
    const property = `${name}:${space}${JSON.stringify(value)},${space}`;
    return { from: first.offset, to: first.offset, text: property };
  }
  const outer = /^[\t ]*/.exec(text.slice(text.lastIndexOf('\n', object.offset) + 1))?.[0] ?? '';
  const inner = (first && findIndentation(text, first.offset)) ?? `${outer}${step}`;
  const property = `${lineBreak}${inner}${name}: ${renderJson(value, inner, step, lineBreak)}`;
  if (first !== undefined) return { from: at ?? inside, to: at ?? inside, text: `${property},` };
  // An object without properties may contain a comment.
  const end = getEnd(object) - 1;
  if (at !== undefined) return { from: at, to: at, text: property };
  const isBlank = text.slice(inside, end).trim() === '';
  return { from: isBlank ? inside : end, to: end, text: `${property}${lineBreak}${outer}` };
};

/** The offset of the next comma after `offset`, skipping spaces and comments. */
const findCommaAfter = (text: string, offset: number): number | undefined => {
  const at = skipMatch(String.raw`(?:\s|${comment})*`, text, offset);
  return at !== undefined && text.charAt(at) === ',' ? at : undefined;
};

/** The start of the line break before a property, if the property is first on its line. */
const findLineBreakBefore = (text: string, offset: number): number | undefined => {
  const indentation = findIndentation(text, offset);
  if (indentation === undefined) return undefined;
  const lineStart = offset - indentation.length;
  if (lineStart === 0) return undefined;
  return text.charAt(lineStart - 2) === '\r' ? lineStart - 2 : lineStart - 1;
};

const countSpacesAfter = (text: string, offset: number): number =>
  /^ */.exec(text.slice(offset))?.[0].length ?? 0;

/** Removes a property with its line, and the comma that would be left over. */
const removeProperty = (text: string, object: Node, property: Node): readonly Edit[] => {
  const siblings = object.children ?? [];
  const before = siblings[siblings.indexOf(property) - 1];
  const end = getEnd(property);
  const lineBreak = findLineBreakBefore(text, property.offset);
  const from = lineBreak ?? property.offset;
  const comma = findCommaAfter(text, end);
  if (comma !== undefined) {
    const to = lineBreak === undefined ? comma + 1 + countSpacesAfter(text, comma + 1) : comma + 1;
    return [{ from, to, text: '' }];
  }
  const inside = object.offset + 1;
  const isAlone = before === undefined && text.slice(inside, from).trim() === '';
  if (isAlone && text.slice(end, getEnd(object) - 1).trim() === '')
    return [{ from: inside, to: getEnd(object) - 1, text: '' }];
  const left = before && findCommaAfter(text, getEnd(before));
  return [
    { from, to: end, text: '' },
    ...(left === undefined ? [] : [{ from: left, to: left + 1, text: '' }]),
  ];
};

/** Replaces a value. A value on several lines stays on several lines. */
const replaceValue = (text: string, present: Node, value: unknown): Edit => {
  const [from, to] = [present.offset, getEnd(present)];
  if (!text.slice(from, to).includes('\n')) return { from, to, text: JSON.stringify(value) };
  const line = text.slice(text.lastIndexOf('\n', from) + 1);
  const indentation = /^[\t ]*/.exec(line)?.[0] ?? '';
  return { from, to, text: renderJson(value, indentation, findIndentationStep(text), findLineBreak(text)) };
};

/** Describes a parser error in words, such as "comma expected". */
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

/** The value of a property. If a name repeats, the last property counts, as in JavaScript. */
const findValue = (object: Node | undefined, name: string): Node | undefined =>
  object?.children?.findLast(({ children }) => children?.[0]?.value === name)?.children?.[1];

const findContainer = (text: string, { container }: EntryPath): Node | undefined => {
  const root = parseRoot(text);
  const found = root && findValue(requireObject(text, root, 'a value'), container);
  return found && requireObject(text, found, container);
};

const addEntry = (text: string, path: EntryPath, entry: Entry): string => {
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

const putEntry = (text: string, path: EntryPath, entry: Entry): string => {
  const present = findValue(findContainer(text, path), path.name);
  if (present === undefined) return addEntry(text, path, entry);
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
  put: putEntry,
  remove: (text, path) => removeProperties(text, (changed) => findContainer(changed, path), [path.name]),
};
