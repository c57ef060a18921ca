/** The entry of a server in a client's configuration. */
export type Entry = Readonly<Record<string, string | readonly string[]>>;

/** Where an entry is: the key of the table of all servers, and its own key in it. */
export interface EntryPath {
  readonly container: string;
  readonly name: string;
}

/** How configuration files of a format are read and changed. Each change leaves everything else as it is. */
export interface Format {
  /**
   * The value of the whole file; an empty file is an empty table.
   * @throws ConfigProblem if the file cannot be parsed
   */
  readonly read: (text: string) => unknown;
  /**
   * Adds the entry, or changes the fields of an existing one.
   * @throws ConfigProblem if the file is not laid out as the client expects
   */
  readonly put: (text: string, path: EntryPath, entry: Entry) => string;
  /** Removes the entry with its line breaks and its comma. */
  readonly remove: (text: string, path: EntryPath) => string;
}

/** Fields of an entry for another transport, which contradict a command. */
export const otherTransport = ['url', 'serverUrl', 'headers'] as const;

/** A part of a text and what takes its place. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Applies edits that do not overlap. */
export const applyEdits = (text: string, edits: readonly Edit[]): string =>
  [...edits]
    .sort((a, b) => b.from - a.from)
    .reduce((before, edit) => before.slice(0, edit.from) + edit.text + before.slice(edit.to), text);

/** The line break that a text uses. */
export const lineBreakOf = (text: string): string => (/\r?\n/.exec(text) ?? ['\n'])[0];

/** The number of the line at an offset, from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
