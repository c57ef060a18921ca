/** An error that says why a configuration file is not changed, with the line if it is known. */
export class ConfigProblem extends Error {
  readonly line: number | undefined;
  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}

/** The entry of a server in a client's configuration. */
export type Entry = Readonly<Record<string, string | readonly string[]>>;

/** The location of an entry: the key of the server table, and the entry's key in it. */
export interface EntryPath {
  readonly container: string;
  readonly name: string;
}

/** Reads and changes configuration files of one format. A change leaves everything else in the file unchanged. */
export interface Format {
  /**
   * Parses a file. An empty file is an empty table.
   * @throws ConfigProblem if the file cannot be parsed
   */
  readonly read: (text: string) => unknown;
  /**
   * Adds the entry, or changes the fields of an existing one.
   * @throws ConfigProblem if the file is not structured as the client expects
   */
  readonly put: (text: string, path: EntryPath, entry: Entry) => string;
  /** Removes the entry with its line breaks and its comma. */
  readonly remove: (text: string, path: EntryPath) => string;
}

/** Fields for other transports. An entry that starts a command must not have them. */
export const otherTransport = ['url', 'serverUrl', 'headers'] as const;

/** A range of a text, and the text that replaces it. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Applies non-overlapping edits. */
export const applyEdits = (text: string, edits: readonly Edit[]): string =>
  [...edits]
    .sort((a, b) => b.from - a.from)
    .reduce((before, edit) => before.slice(0, edit.from) + edit.text + before.slice(edit.to), text);

/** The line break that a text uses. */
export const findLineBreak = (text: string): string => (/\r?\n/.exec(text) ?? ['\n'])[0];

/** The line number at an offset, from 1. */
export const getLineNumber = (text: string, offset: number): number =>
  text.slice(0, offset).split('\n').length;
