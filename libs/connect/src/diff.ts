import { createUnifiedDiff } from '@tandem/core/diff';

const widest = 160;

/** The length of the common prefix of two texts. */
const countCommonStart = (a: string, b: string): number => {
  let count = 0;
  while (count < Math.min(a.length, b.length) && a[count] === b[count]) count += 1;
  return count;
};

/** A line of a diff, cut to fit a screen, from shortly before `offset`. */
const clipLine = (line: string, offset: number): string => {
  const [mark, text] = [line.slice(0, 1), line.slice(1)];
  const from = text.length > widest ? Math.max(0, offset - widest / 4) : 0;
  const part = text.slice(from, from + widest);
  return `${mark}${from > 0 ? '…' : ''}${part}${from + part.length < text.length ? '…' : ''}`;
};

const toUnixLines = (text: string): string => text.replaceAll('\r\n', '\n');

/**
 * The change from one text to another as a unified diff. Ignores changes between LF and CRLF. Of long lines, such as
 * in a one-line file, only the differing part is shown.
 */
export const diffOf = (file: string, before: string, after: string): string => {
  const names = { before: before === '' ? '/dev/null' : file, after: after === '' ? '/dev/null' : file };
  const [head = '', old = '', ...lines] = (
    createUnifiedDiff(names, toUnixLines(before), toUnixLines(after)) ?? ''
  ).split('\n');
  const first = (mark: string): string => lines.find((line) => line.startsWith(mark))?.slice(1) ?? '';
  const differs = countCommonStart(first('-'), first('+'));
  return [head, old, ...lines.map((line) => clipLine(line, /^[-+]/.test(line) ? differs : 0))].join('\n');
};
