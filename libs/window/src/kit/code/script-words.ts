/** Finds a string that is still open at the end of a line. Returns the offset of its quote. */
const findOpenQuote = (line: string): number | undefined => {
  let from: number | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    if (from === undefined) {
      if (/['"`]/.test(character)) from = at;
    } else if (character === '\\') at += 1;
    else if (character === line[from]) from = undefined;
  }
  return from;
};

/** Matches calls whose first argument is the name of a variable. */
const variableNameCall =
  /(?:\b(?:get|set|unset|has)(?:Variable|Secret)|\b(?:env|environment|variables|globals|collectionVariables)\.(?:get|set|unset|has))\(\s*$/;

/**
 * Determines the kind of the string that is being typed: undefined outside of strings, `name` if the string
 * is a variable's name.
 */
export const findTypedString = (
  line: string,
): { readonly typed: string; readonly isName: boolean } | undefined => {
  const from = findOpenQuote(line);
  return from === undefined
    ? undefined
    : { typed: line.slice(from + 1), isName: variableNameCall.test(line.slice(0, from)) };
};
