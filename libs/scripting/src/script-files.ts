/** The names of the scripts of an execution, from the outside in; null for the script of the request itself. */
export type ScriptNames = readonly (string | null)[];

/** The file of a script in its isolate. Each contains `script.js`, which tells the frames of scripts from others. */
export const fileOf = (names: ScriptNames, index: number): string =>
  names[index] == null ? 'script.js' : `${index}.script.js`;

const file = /(?:(\d+)\.)?script\.js(?=:\d+:\d+)/g;
const place = /(?:(\d+)\.)?script\.js:(\d+):(\d+)/;

/** Where in a script something is; without a name in the script of the request. */
export interface ScriptPlace {
  readonly script?: string;
  readonly line?: number;
  readonly column?: number;
}

/** The first place of a script in a text, such as a stack. */
export const placeIn = (names: ScriptNames, text: string): ScriptPlace => {
  const match = place.exec(text);
  if (match === null) return {};
  const script = match[1] === undefined ? undefined : names[Number(match[1])];
  return { ...(script == null ? {} : { script }), line: Number(match[2]), column: Number(match[3]) };
};

/** A text with the names of the scripts in place of their files. */
export const replaceFileNames = (names: ScriptNames, text: string): string =>
  text.replace(file, (whole, index?: string) =>
    index === undefined ? whole : (names[Number(index)] ?? whole),
  );

/** A place as text, such as `users/folder.js:3:5`; empty if it is not known. */
export const placeText = ({ script, line, column }: ScriptPlace): string => {
  if (line === undefined || column === undefined) return '';
  return script === undefined ? ` (line ${line}, column ${column})` : ` (${script}:${line}:${column})`;
};
