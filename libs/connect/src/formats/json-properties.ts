import type { Node } from 'jsonc-parser';

import { type Edit, findLineBreak } from './format.js';

const getEnd = (node: Node): number => node.offset + node.length;

/** The indentation of the line at `offset`; undefined if something else precedes it. */
const findIndentation = (text: string, offset: number): string | undefined => {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[\t ]*$/.test(before) ? before : undefined;
};

/** One step of indentation in a text. */
const findIndentationStep = (text: string): string => /^(\t| +)(?=["}])/m.exec(text)?.[1] ?? '  ';

/** A value as indented JSON, for a line indented by `indentation`. */
export const renderJson = (value: unknown, indentation: string, step: string, lineBreak: string): string =>
  JSON.stringify(value, null, step).replaceAll('\n', `${lineBreak}${indentation}`);

const comment = String.raw`//[^\r\n]*|/\*(?:(?!\*/)[\s\S])*\*/`;

/** The end of a match of `pattern` at an offset. */
const skipMatch = (pattern: string, text: string, offset: number): number | undefined => {
  const matcher = new RegExp(pattern, 'y');
  matcher.lastIndex = offset;
  return matcher.test(text) ? matcher.lastIndex : undefined;
};

/** The end of the line at `offset`, if only spaces and comments follow. */
const findRestOfLine = (text: string, offset: number): number | undefined =>
  skipMatch(String.raw`(?:[\t ]|${comment})*(?=\r?\n)`, text, offset);

/** Adds a property before all others of an object, so that comments and commas stay with their properties. */
export const addProperty = (text: string, object: Node, key: string, value: unknown): Edit => {
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
  // The object may contain a comment.
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

/** Removes a property with its line and the dangling comma. */
export const removeProperty = (text: string, object: Node, property: Node): readonly Edit[] => {
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

/** Replaces a value. It stays on several lines if it was. */
export const replaceValue = (text: string, present: Node, value: unknown): Edit => {
  const [from, to] = [present.offset, getEnd(present)];
  if (!text.slice(from, to).includes('\n')) return { from, to, text: JSON.stringify(value) };
  const line = text.slice(text.lastIndexOf('\n', from) + 1);
  const indentation = /^[\t ]*/.exec(line)?.[0] ?? '';
  return { from, to, text: renderJson(value, indentation, findIndentationStep(text), findLineBreak(text)) };
};
