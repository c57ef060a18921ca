/** The text of a curl command, found in a longer text. */
export interface CurlCommandText {
  readonly text: string;
  /** The line it begins on, from 1. */
  readonly line: number;
  /** The text of the comment above it; empty if there is none. */
  readonly title: string;
}

/** Tokens whose contents are not searched for commands (comments and quoted text), and tokens that end a command. */
const piece =
  /(?<comment>(?<=^[ \t]*)(?:#|::|rem\b).*)|\$'(?:\\[^]|[^'\\])*'|'[^']*'|"(?:[\\`][^]|[^"\\`])*"|[\\^`](?:\r?\n|[^])|(?<line>\r?\n)|(?<end>[;|]|&&?(?=\s|$))|(?<space>[ \t]+)|[^]/imy;

const commandStart = /(?:[$>%]\s+|PS [^>\n]*>\s*)?(?=curl(?:\.exe)?(?:[\s^\\`]|$))/iy;

/** Matches a line break after which the command continues, as when pasting has broken a line. */
const continuation = /[ \t]*\r?\n(?:[ \t]+\S|[-'"])/y;

/**
 * The curl commands in text: one per line, after `;`, `&` or `&&`, or over several lines. Other commands are skipped.
 */
export const splitCurlCommands = (source: string): readonly CurlCommandText[] => {
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
    continuation.lastIndex = at;
    if (newLine !== undefined && begun !== undefined && !continuation.test(source)) finish(at);
    if (comment !== undefined) title = comment.replace(/^(?:#+|::|rem\b)\s*/i, '').trim();
    else if (end !== undefined || newLine !== undefined) isFresh = true;
    else if (space === undefined) {
      // A comment is the title of the command directly below, not of later ones.
      if (begun === undefined) title = '';
      isFresh = false;
    }
    line += (match?.[0].match(/\n/g) ?? []).length;
  }
  finish(source.length);
  return found;
};
