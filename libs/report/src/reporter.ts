import type { RunEvent } from '@tandem/core';

/** The formats of a report. */
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
  /** What the paths of files begin with, such as `api/` in a repository that has the data folder there. Default: nothing. */
  readonly root?: string;
  /** The text of a file of the data folder with its secrets hidden, for the lines that `html` shows beside a failed test. */
  readonly readSource?: (file: string) => string | undefined;
  /** How many characters of each body `html` keeps. Default: `htmlLimits.body`. */
  readonly maxBody?: number;
}

/** Follows one run. */
export interface Reporter {
  /** The text to write after this event; empty if there is none. The event `ended` brings what is left. */
  readonly take: (event: RunEvent) => string;
}

/** A reporter before its run. */
export type Open = (options: ReporterOptions) => Reporter;
