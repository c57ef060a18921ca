const newline = 10;
const carriageReturn = 13;
const space = 32;
const tab = 9;

/** The number of lines in text; `\n`, `\r` and `\r\n` each end one. */
const countLines = (text: string): number => {
  let lines = 1;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === newline || (sign === carriageReturn && text.charCodeAt(at + 1) !== newline)) lines += 1;
  }
  return lines;
};

/**
 * The foldable lines, by indentation: for each zero-based line, the last of the following lines that are indented
 * more; 0 if there is none. One pass over the text, so that an editor need not search it for each line it draws.
 */
export const foldEnds = (text: string): Int32Array => {
  const ends = new Int32Array(countLines(text));
  /** Lines with an open block, outermost first, each with its indentation. */
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
