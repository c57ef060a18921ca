import type { RunEvent } from '@tandem/core';

/** The report formats. */
export const reporterNames = ['spec', 'dot', 'json', 'junit', 'html', 'github', 'tap'] as const;
export type ReporterName = (typeof reporterNames)[number];

/** How a reporter writes. Without options, it writes plain text. */
export interface ReporterOptions {
  /** The width of the terminal. Default: 80. */
  readonly columns?: number;
  /** Whether `spec` may rewrite its last line to show progress. Default: false. */
  readonly isTerminal?: boolean;
  /** Whether `spec` and `dot` write colors. Default: false. */
  readonly colors?: boolean;
  /** A prefix for file paths, such as `api/` if that is the path of the data folder in a repository. Default: none. */
  readonly root?: string;
  /** Returns the text of a file in the data folder with its secrets hidden, for the lines that `html` shows next to a failed test. */
  readonly readSource?: (file: string) => string | undefined;
  /** Maximum characters of each body that `html` keeps. Default: `htmlLimits.body`. */
  readonly maxBody?: number;
}

/** Follows one run. */
export interface Reporter {
  /** Returns the text to write after this event; the text may be empty. The event `ended` returns the rest. */
  readonly take: (event: RunEvent) => string;
}

/** Creates a reporter for a run. */
export type Open = (options: ReporterOptions) => Reporter;

/**
 * Limits of a page, in characters: `body` for each body unless the option `maxBody` says otherwise, `bodies` for all bodies together,
 * and `text` for any other value. Beyond `bodies`, the page only stores the bodies of failed requests, up to `failedBodies`. `opened` is
 * the number of failed requests that are open at first, and `source` the number of lines shown above and below the line of a failed
 * test.
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
