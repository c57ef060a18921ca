import type { PendingRequest, ApprovalAnswer } from '../executions/pending-request.js';

/** Asks the user of the calling program; undefined if it cannot ask. */
export type Elicit = (approval: PendingRequest, signal: AbortSignal) => Promise<ApprovalAnswer | undefined>;

/** The outcome of a question: an answer, nobody to ask, a timeout, or the end of the call. */
export type ApprovalOutcome = ApprovalAnswer | 'nobody' | 'late' | 'ended';

/** The question for a person before a request is sent. */
export interface Question {
  /** Without the guardian's own fields. */
  readonly approval: Omit<PendingRequest, 'id' | 'at' | 'expiresAt'>;
  /** What an answer for the session covers; undefined if the caller has no session or it is too long. */
  readonly grant: string | undefined;
  readonly elicit: Elicit | undefined;
  /** Maximum wait for an answer, in milliseconds. */
  readonly maxMs: number;
  readonly signal: AbortSignal;
}

/** Asks people about requests, and counts the requests of agents. */
export interface Guardian {
  readonly ask: (question: Question) => Promise<ApprovalOutcome>;
  /** Whether a person has already allowed this for the session. */
  readonly isGranted: (grant: string | undefined) => boolean;
  /** The time to answer, in milliseconds. */
  readonly waitMs: number;
  /**
   * Counts an agent's request in an environment, unless it is not sent.
   * @returns the milliseconds until it may be sent; 0 for now
   */
  readonly count: (environmentId: string, perMinute: number, isSent?: boolean) => number;
}
