import type { BodyFormat } from './body-format.js';
import { loadPart } from '../../served/trust.js';

/** Maximum depth of indentation. Without a limit, a body of nested brackets would become huge. */
const maxDepth = 200;

const lineBreaks = Array.from({ length: maxDepth + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`);

const getLineBreak = (depth: number): string => lineBreaks[Math.min(depth, maxDepth)] ?? '';

/** Finds the end of the string that begins at `start`: the first quotation mark after an even number of backslashes. */
const findStringEnd = (json: string, start: number): number => {
  let at = start;
  let first: number;
  do {
    at = json.indexOf('"', at + 1);
    first = at;
    while (json.charAt(first - 1) === '\\') first -= 1;
  } while ((at - first) % 2 === 1);
  return at + 1;
};

/** Replaces escapes in a string with their characters where possible, so that the string is easier to read. */
const unescapeString = (string: string): string =>
  string.includes('\\') ? JSON.stringify(JSON.parse(string)) : string;

/** Whether a character ends a number or a word. */
const isTokenEnd = (sign: string): boolean => sign <= ' ' || sign === ',' || sign === '}' || sign === ']';

const findWordEnd = (json: string, start: number): number => {
  let at = start + 1;
  while (at < json.length && !isTokenEnd(json.charAt(at))) at += 1;
  return at;
};

/** Finds the end of the whitespace that begins at `at`. */
const skipWhitespace = (json: string, at: number): number => {
  let end = at;
  while (end < json.length && json.charAt(end) <= ' ') end += 1;
  return end;
};

/** Indents valid JSON by two spaces. Unlike with JSON.parse and JSON.stringify, numbers keep all digits, and duplicate names stay. */
export const indentJson = (json: string): string => {
  let text = '';
  let depth = 0;
  for (let at = skipWhitespace(json, 0); at < json.length;) {
    const sign = json.charAt(at);
    let end = at + 1;
    if (sign === '"') {
      end = findStringEnd(json, at);
      text += unescapeString(json.slice(at, end));
    } else if (sign === '{' || sign === '[') {
      const next = skipWhitespace(json, end);
      const closing = json.charAt(next);
      const isEmpty = closing === '}' || closing === ']';
      if (isEmpty) end = next + 1;
      else depth += 1;
      text += isEmpty ? sign + closing : sign + getLineBreak(depth);
    } else if (sign === '}' || sign === ']') {
      depth -= 1;
      text += getLineBreak(depth) + sign;
    } else if (sign === ',') text += sign + getLineBreak(depth);
    else if (sign === ':') text += ': ';
    else {
      end = findWordEnd(json, at);
      text += json.slice(at, end);
    }
    at = skipWhitespace(json, end);
  }
  return text;
};

/** Options for all languages. They are the same for responses and for bodies of requests. */
const commonOptions = {
  indent_size: 2,
  end_with_newline: false,
  preserve_newlines: true,
  max_preserve_newlines: 1,
};

/** Unlike in HTML, the name of an XML element does not make it void, inline or preformatted. */
const xmlOptions = {
  ...commonOptions,
  preserve_newlines: false,
  wrap_line_length: 0,
  indent_inner_html: true,
  void_elements: [],
  inline: [],
  unformatted: [],
  content_unformatted: [],
};

const beautify = async () => (await loadPart(() => import('js-beautify'))).default;

const isValidJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Formats text with line breaks and indentation. Text that is invalid or has no structure is returned unchanged. */
export const prettyPrint = async (text: string, format: BodyFormat): Promise<string> => {
  switch (format) {
    case 'text':
      return text;
    case 'json':
      return isValidJson(text) ? indentJson(text) : text;
    case 'css':
      return (await beautify()).css(text, commonOptions);
    case 'javascript':
      return (await beautify()).js(text, commonOptions);
    case 'html':
      return (await beautify()).html(text, { ...commonOptions, wrap_line_length: 0 });
    case 'xml':
      return (await beautify()).html(text, xmlOptions);
  }
};

const newline = 10;
const carriageReturn = 13;
const space = 32;
const tab = 9;

/** Counts the lines of a text. A line ends with `\n`, `\r` or `\r\n`. */
const countLines = (text: string): number => {
  let lines = 1;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === newline || (sign === carriageReturn && text.charCodeAt(at + 1) !== newline)) lines += 1;
  }
  return lines;
};

/**
 * Finds the foldable lines by their indentation. For each line, zero-based, the result contains the last of the following lines that
 * are indented more, or 0 if none is. It takes one pass over the text, so that an editor need not search the text for each line that
 * it draws.
 */
export const findFoldEnds = (text: string): Int32Array => {
  const ends = new Int32Array(countLines(text));
  /** The lines whose block is still open, outermost first, each with its indentation. */
  const open: { readonly line: number; readonly indent: number }[] = [];
  let lastFilled = 0;
  const close = (indent: number): void => {
    for (let top = open.at(-1); top !== undefined && top.indent >= indent; top = open.at(-1)) {
      if (lastFilled > top.line) ends[top.line] = lastFilled;
      open.pop();
    }
  };
  let at = 0;
  for (let line = 0; line < ends.length; line += 1) {
    let indent = 0;
    while (text.charCodeAt(at) === space || text.charCodeAt(at) === tab) {
      at += 1;
      indent += 1;
    }
    const first = text.charCodeAt(at);
    const isEmpty = Number.isNaN(first) || first === newline || first === carriageReturn;
    if (!isEmpty) {
      close(indent);
      open.push({ line, indent });
      lastFilled = line;
    }
    while (at < text.length && text.charCodeAt(at) !== newline && text.charCodeAt(at) !== carriageReturn)
      at += 1;
    at += text.charCodeAt(at) === carriageReturn && text.charCodeAt(at + 1) === newline ? 2 : 1;
  }
  close(0);
  return ends;
};
