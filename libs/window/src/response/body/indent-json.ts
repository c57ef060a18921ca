/** Maximum indentation depth, or a body of brackets would grow without bound. */
const maxDepth = 200;

const newLines = Array.from({ length: maxDepth + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`);

const getNewLine = (depth: number): string => newLines[Math.min(depth, maxDepth)] ?? '';

/**
 * The end of the string that begins at `start`: after the first quotation mark with an even number of backslashes
 * before it.
 */
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

/** A string in its most readable form: escapes replaced by their characters, if possible. */
const unescapeString = (string: string): string =>
  string.includes('\\') ? JSON.stringify(JSON.parse(string)) : string;

/** Whether a character ends a number or a word. */
const isTokenEnd = (sign: string): boolean => sign <= ' ' || sign === ',' || sign === '}' || sign === ']';

const findWordEnd = (json: string, start: number): number => {
  let at = start + 1;
  while (at < json.length && !isTokenEnd(json.charAt(at))) at += 1;
  return at;
};

/** The end of the whitespace at `at`. */
const skipWhitespace = (json: string, at: number): number => {
  let end = at;
  while (end < json.length && json.charAt(end) <= ' ') end += 1;
  return end;
};

/**
 * Valid JSON, indented by two spaces. Numbers keep all their digits, and duplicate names stay, unlike
 * after parsing and serializing.
 */
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
      text += isEmpty ? sign + closing : sign + getNewLine(depth);
    } else if (sign === '}' || sign === ']') {
      depth -= 1;
      text += getNewLine(depth) + sign;
    } else if (sign === ',') text += sign + getNewLine(depth);
    else if (sign === ':') text += ': ';
    else {
      end = findWordEnd(json, at);
      text += json.slice(at, end);
    }
    at = skipWhitespace(json, end);
  }
  return text;
};
