/** The input of the page's script. All values are text to display, with control characters made visible. */

/** A line of a script. */
export interface PageLine {
  readonly number: number;
  readonly text: string;
  /** Whether the test failed in this line. */
  readonly isHere?: true;
}

export interface PageCase {
  readonly title: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly time: string;
  readonly message?: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly place?: string;
  readonly source?: readonly PageLine[];
}

/** A message that was sent or received, as far as it was stored. */
export interface PageMessage {
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string;
  /** Says why the body is missing or incomplete. */
  readonly note?: string;
}

export interface PageRequest {
  readonly label: string;
  readonly outcome: 'passed' | 'untested' | 'failed' | 'error' | 'skipped' | 'flaky';
  readonly isRed: boolean;
  readonly status: string;
  readonly time: string;
  readonly method: string;
  readonly url: string;
  /** Facts such as the size, each with its name. */
  readonly facts: readonly (readonly [string, string])[];
  readonly reason?: string;
  readonly cases: readonly PageCase[];
  readonly sent?: PageMessage;
  readonly response?: PageMessage;
  readonly logs: readonly string[];
}

export interface PageData {
  readonly title: string;
  readonly isGreen: boolean;
  readonly facts: readonly (readonly [string, string])[];
  readonly opened: number;
  readonly requests: readonly PageRequest[];
}
