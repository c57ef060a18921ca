/** What the script of the page reads: everything is text to show, with its control characters visible. */

/** A line of a script. */
export interface PageLine {
  readonly number: number;
  readonly text: string;
  /** Whether the test failed here. */
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

/** What was sent or came back, as far as it was kept. */
export interface PageMessage {
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string;
  /** Why there is no body, or not the whole one. */
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
  /** Facts such as the size, by name. */
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
