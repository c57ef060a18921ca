/** A curl command in a text of several. */
export interface CurlCommandText {
  readonly text: string;
  /** Where it begins; the first line is 1. */
  readonly line: number;
  /** What the comment above it says; empty if there is none. */
  readonly title: string;
}

/** Pieces of a text that hide what is in them, or end a command. */
const piece =
  /(?<comment>(?<=^[ \t]*)(?:#|::|rem\b).*)|\$'(?:\\[^]|[^'\\])*'|'[^']*'|"(?:[\\`][^]|[^"\\`])*"|[\\^`](?:\r?\n|[^])|(?<line>\r?\n)|(?<end>[;|]|&&?(?=\s|$))|(?<space>[ \t]+)|[^]/imy;

const commandStart = /(?:[$>%]\s+|PS [^>\n]*>\s*)?(?=curl(?:\.exe)?(?:[\s^\\`]|$))/iy;

/** A line that goes on with the command of the line before it, which a paste may have cut. */
const goesOn = /[ \t]*\r?\n(?:[ \t]+\S|[-'"])/y;

/** The curl commands of a text: one on each line, after `;`, `&` or `&&`, or over several lines. Other commands are passed over. */
export const curlCommands = (source: string): readonly CurlCommandText[] => {
  const found: CurlCommandText[] = [];
  let begun: { readonly at: number; readonly line: number } | undefined;
  let [line, title, isFresh] = [1, '', true];
  const finish = (end: number): void => {
    if (begun === undefined) return;
    found.push({ text: source.slice(begun.at, end).trim(), line: begun.line, title });
    [begun, title] = [undefined, ''];
  };
  for (let at = 0; at < source.length; at = piece.lastIndex) {
    commandStart.lastIndex = at;
    if (isFresh && commandStart.test(source)) {
      finish(at);
      begun = { at: commandStart.lastIndex, line };
      isFresh = false;
      piece.lastIndex = commandStart.lastIndex;
      continue;
    }
    piece.lastIndex = at;
    const match = piece.exec(source);
    const { comment, line: newLine, end, space } = match?.groups ?? {};
    goesOn.lastIndex = at;
    if (newLine !== undefined && begun !== undefined && !goesOn.test(source)) finish(at);
    if (comment !== undefined) title = comment.replace(/^(?:#+|::|rem\b)\s*/i, '').trim();
    else if (end !== undefined || newLine !== undefined) isFresh = true;
    else if (space === undefined) {
      // A comment names the command below it, not one further down.
      if (begun === undefined) title = '';
      isFresh = false;
    }
    line += (match?.[0].match(/\n/g) ?? []).length;
  }
  finish(source.length);
  return found;
};
