/** The names of an execution's scripts, from the workspace inwards. Null for the request's own script. */
export type ScriptNames = readonly (string | null)[];

/** The file name of a script in its isolate. All contain `script.js`, by which frames of scripts are recognized. */
export const getScriptFile = (names: ScriptNames, index: number): string =>
  names[index] == null ? 'script.js' : `${index}.script.js`;

const filePattern = /(?:(\d+)\.)?script\.js(?=:\d+:\d+)/g;
const locationPattern = /(?:(\d+)\.)?script\.js:(\d+):(\d+)/;

/** A location in a script. Without a name, in the request's own. */
export interface ScriptLocation {
  readonly script?: string;
  readonly line?: number;
  readonly column?: number;
}

/** Finds the first location in a script that a text contains, for example a stack. */
export const findLocation = (names: ScriptNames, text: string): ScriptLocation => {
  const match = locationPattern.exec(text);
  if (match === null) return {};
  const script = match[1] === undefined ? undefined : names[Number(match[1])];
  return { ...(script == null ? {} : { script }), line: Number(match[2]), column: Number(match[3]) };
};

/** Replaces the internal file names of scripts, such as `1.script.js`, by the names that people know. */
export const replaceFileNames = (names: ScriptNames, text: string): string =>
  text.replace(filePattern, (whole, index?: string) =>
    index === undefined ? whole : (names[Number(index)] ?? whole),
  );

/** Formats a location, such as `users/folder.js:3:5`. Empty if it is unknown. */
export const formatScriptLocation = ({ script, line, column }: ScriptLocation): string => {
  if (line === undefined || column === undefined) return '';
  return script === undefined ? ` (line ${line}, column ${column})` : ` (${script}:${line}:${column})`;
};
