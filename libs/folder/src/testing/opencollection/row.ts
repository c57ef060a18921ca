import type { House } from '../house.js';

/** An OpenCollection construct, and what Tandem reads of it. */
export interface Row {
  readonly construct: string;
  /** Lines of a document, after the lines common to its part. */
  readonly yaml: string;
  /** What Tandem reads; if missing, the construct only stays in the file. */
  readonly makes?: object;
  /** What a synchronization reports about a construct that it does not read. */
  readonly says?: string;
}

/** An OpenCollection document, such as a folder's. */
export interface Part {
  readonly name: string;
  readonly file: string;
  /** The document with the lines of a row. */
  readonly textOf: (yaml: string) => string;
  /** Tandem's value for it. */
  readonly read: (house: House) => Promise<object | undefined>;
  /** Changes another part of it in the app. */
  readonly change: (house: House) => Promise<unknown>;
  readonly rows: readonly Row[];
}

export const indent = (text: string, by: string): string => text.replaceAll(/^/gm, by);
