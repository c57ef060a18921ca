import type { RunEvent } from '@tandem/core';

/** The report formats. */
export const reporterNames = ['spec', 'dot', 'json', 'junit', 'html', 'github', 'tap'] as const;
export type ReporterName = (typeof reporterNames)[number];

/** How a reporter writes. Everything is optional; without options it writes plain text. */
export interface ReporterOptions {
  /** The width of the terminal. Default: 80. */
  readonly columns?: number;
  /** Whether `spec` may rewrite its last line to show progress. Default: false. */
  readonly isTerminal?: boolean;
  /** Whether `spec` and `dot` write colors. Default: false. */
  readonly colors?: boolean;
  /** A prefix for file paths, such as `api/` if that is the data folder in a repository. Default: none. */
  readonly root?: string;
  /** The text of a data folder file with its secrets hidden, for the lines that `html` shows beside a failed test. */
  readonly readSource?: (file: string) => string | undefined;
  /** Maximum characters of each body that `html` keeps. Default: `htmlLimits.body`. */
  readonly maxBody?: number;
}

/** Follows one run. */
export interface Reporter {
  /** The text to write after this event; possibly empty. The event `ended` returns the rest. */
  readonly take: (event: RunEvent) => string;
}

/** A reporter before its run. */
export type Open = (options: ReporterOptions) => Reporter;

/**
 * What a page keeps, in characters: `body` of each body unless the option `maxBody` says otherwise, `bodies` of all
 * bodies together, and `text` of any other value. Beyond `bodies`, only failed requests keep theirs, up to
 * `failedBodies`. `opened` is the number of failed requests open at first, and `source` the number of lines shown
 * above and below the line of a failed test.
 */
export const htmlLimits = {
  body: 4_096,
  bodies: 16 * 1024 * 1024,
  failedBodies: 32 * 1024 * 1024,
  text: 4_000,
  headers: 100,
  logs: 50,
  opened: 20,
  source: 3,
} as const;
