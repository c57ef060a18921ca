import type { PendingRequest, ApprovalAnswer } from '../executions/pending-request.js';

/** Asks the user of the program that calls; undefined if that cannot ask. */
export type Elicit = (approval: PendingRequest, signal: AbortSignal) => Promise<ApprovalAnswer | undefined>;

/** What came of a question: an answer, nobody who could be asked, no answer in time, or an end of the call. */
export type ApprovalOutcome = ApprovalAnswer | 'nobody' | 'late' | 'ended';

/** What a person is asked before a request is sent. */
export interface Question {
  /** Without what the guardian decides. */
  readonly approval: Omit<PendingRequest, 'id' | 'at' | 'expiresAt'>;
  /** What an answer for the session stands for; undefined if the caller has no session, or is too long. */
  readonly grant: string | undefined;
  readonly elicit: Elicit | undefined;
  /** How long the caller waits for an answer at most, in milliseconds. */
  readonly mostMs: number;
  readonly signal: AbortSignal;
}

/** Asks people about requests, and counts those of agents. */
export interface Guardian {
  readonly ask: (question: Question) => Promise<ApprovalOutcome>;
  /** Whether a person has allowed for the session what a question would be about. */
  readonly isGranted: (grant: string | undefined) => boolean;
  /** How long somebody has to answer, in milliseconds. */
  readonly waitMs: number;
  /**
   * Counts a request of an agent in an environment, unless it is none that is sent.
   * @returns the milliseconds until it may be sent; 0 for now
   */
  readonly count: (environmentId: string, perMinute: number, isSent?: boolean) => number;
}
