const around = 2;
const widest = 160;

/** A part of a line that fits on a screen, from shortly before `offset`. */
const clipped = (line: string, offset = 0): string => {
  const from = line.length > widest ? Math.max(0, offset - widest / 4) : 0;
  const part = line.slice(from, from + widest);
  return `${from > 0 ? '…' : ''}${part}${from + part.length < line.length ? '…' : ''}`;
};

/** How many items, or characters, two lists start with in common. */
const commonStart = (a: ArrayLike<string>, b: ArrayLike<string>): number => {
  const end = Math.min(a.length, b.length);
  let count = 0;
  while (count < end && a[count] === b[count]) count += 1;
  return count;
};

const range = (start: number, count: number): string => `${count === 0 ? start : start + 1},${count}`;

/** The lines of a text, with a mark for a last line that has no line break. */
const linesOf = (text: string): readonly string[] => {
  if (text === '') return [];
  const lines = text.split(/(?<=\n)/);
  return lines.map((line) =>
    line.endsWith('\n') ? line.replace(/\r?\n$/, '') : `${line}\n\\ No newline at end of file`,
  );
};

/**
 * The change from one text to another as a unified diff with one hunk. A line break that changed between LF and CRLF does not
 * count.
 */
export const diffOf = (file: string, before: string, after: string): string => {
  const [a, b] = [linesOf(before), linesOf(after)];
  const start = commonStart(a, b);
  const end = commonStart(a.slice(start).reverse(), b.slice(start).reverse());
  const from = Math.max(0, start - around);
  const [untilA, untilB] = [a.length - end, b.length - end];
  const trail = a.slice(untilA, untilA + around);
  const lead = a.slice(from, start);
  const [countA, countB] = [untilA - from + trail.length, untilB - from + trail.length];
  const marked = (mark: string, lines: readonly string[], offset = 0): readonly string[] =>
    lines.map((line) => `${mark}${clipped(line, offset)}`);
  // In a file of one long line, what matters is where it differs.
  const differs = commonStart(a[start] ?? '', b[start] ?? '');
  return [
    `--- ${before === '' ? '/dev/null' : file}`,
    `+++ ${after === '' ? '/dev/null' : file}`,
    `@@ -${range(from, countA)} +${range(from, countB)} @@`,
    ...marked(' ', lead),
    ...marked('-', a.slice(start, untilA), differs),
    ...marked('+', b.slice(start, untilB), differs),
    ...marked(' ', trail),
    '',
  ].join('\n');
};
