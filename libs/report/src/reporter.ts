import type { RunEvent } from '@tandem/core';

/** The report formats. */
export const reporterNames = ['spec', 'dot', 'json', 'junit', 'html', 'github', 'tap'] as const;
export type ReporterName = (typeof reporterNames)[number];

/** How a reporter writes. By default plain text. */
export interface ReporterOptions {
  /** The width of the terminal in columns. Default: 80. */
  readonly columns?: number;
  /** Whether `spec` may rewrite its last line to show progress. Default: false. */
  readonly isTerminal?: boolean;
  /** Whether `spec` and `dot` write colors. Default: false. */
  readonly colors?: boolean;
  /** A prefix for the paths of files, such as `api/` if the data folder has this path in a repository. Default: none. */
  readonly root?: string;
  /** Returns the text of a file in the data folder, with its secrets redacted. `html` shows its lines beside a failed test. */
  readonly readSource?: (file: string) => string | undefined;
  /** Maximum length of each body in `html`, in UTF-16 units. Default: `htmlLimits.body`. */
  readonly maxBody?: number;
}

/** Writes the report of one run, event by event. */
export interface Reporter {
  /** Returns the text to write after this event, which may be empty. After `ended`, returns all the rest. */
  readonly take: (event: RunEvent) => string;
}

/** Creates a reporter for a run. */
export type ReporterFactory = (options: ReporterOptions) => Reporter;

/**
 * The limits of a page. In UTF-16 units: `body` for each body unless the option `maxBody` says otherwise, `bodies` for all bodies together,
 * `failedBodies` for those of failed requests once `bodies` is used up, and `text` for any other value. `opened` is how many failed
 * requests are open at first, and `source` how many lines are shown above and below the line of a failed test.
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
