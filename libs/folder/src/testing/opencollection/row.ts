import type { House } from '../house.js';

/** A construct of OpenCollection, and what Tandem reads of it. */
export interface Row {
  readonly construct: string;
  /** Lines of a document, below what all documents of its part have. */
  readonly yaml: string;
  /** What Tandem reads; without it the construct only stays in the file. */
  readonly makes?: object;
  /** What a synchronization says of a construct that it does not read. */
  readonly says?: string;
}

/** A document of OpenCollection, such as that of a folder. */
export interface Part {
  readonly name: string;
  readonly file: string;
  /** The document with the lines of a row. */
  readonly textOf: (yaml: string) => string;
  /** What Tandem has of it. */
  readonly read: (house: House) => Promise<object | undefined>;
  /** Changes something else of it in the app. */
  readonly change: (house: House) => Promise<unknown>;
  readonly rows: readonly Row[];
}

export const indent = (text: string, by: string): string => text.replaceAll(/^/gm, by);
