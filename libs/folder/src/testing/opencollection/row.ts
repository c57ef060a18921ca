import type { TestWorkspace } from '../house.js';

/** An OpenCollection construct, and what Tandem reads from it. */
export interface Row {
  readonly construct: string;
  /** The lines of the construct. The document begins with lines that all rows of the part share. */
  readonly yaml: string;
  /** The fields that Tandem reads from the construct. If absent, the construct only stays in the file. */
  readonly makes?: object;
  /** The message of a synchronization about a construct that it does not read. */
  readonly says?: string;
}

/** A kind of OpenCollection document, such as a folder's. */
export interface Part {
  readonly name: string;
  readonly file: string;
  /** The document with the lines of a row. */
  readonly textOf: (yaml: string) => string;
  /** Returns the value that Tandem read from the document. */
  readonly read: (house: TestWorkspace) => Promise<object | undefined>;
  /** Changes another value of the document in the app. */
  readonly change: (house: TestWorkspace) => Promise<unknown>;
  readonly rows: readonly Row[];
}

export const indent = (text: string, by: string): string => text.replaceAll(/^/gm, by);
