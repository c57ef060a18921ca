import { AuthorKind } from '../activity/activity.js';
import { Int, oneOf, struct, t, withDescription } from '../codec/index.js';
import { EnvironmentId, WorkspaceId } from '../ids.js';

/** A person's answer: send the request, also send identical requests until the session ends, or do not send it. */
export const approvalAnswers = ['once', 'session', 'deny'] as const;
export const ApprovalAnswer = oneOf(...approvalAnswers);
export type ApprovalAnswer = t.TypeOf<typeof ApprovalAnswer>;

/** A request that waits for a person, in the form in which it would be sent, but with its secrets redacted. */
export const PendingRequest = struct(
  'a request that waits for a person',
  {
    id: t.string,
    /** ISO 8601 in UTC. */
    at: t.string,
    /** The time at which the call fails if nobody has answered. */
    expiresAt: t.string,
    workspaceId: WorkspaceId,
    workspace: t.string,
    environment: struct('an environment', { id: EnvironmentId, name: t.string, color: t.string }),
    /** The name of the caller that wants to send it. */
    by: t.string,
    /** Whether `session` is a valid answer, because the caller can be distinguished from other callers. */
    hasSession: t.boolean,
    /** The saved request that is executed. */
    request: struct('a saved request', { id: t.string, name: t.string }),
    /** Why it is sent: as the initial request, for a redirect, to answer a challenge, or to get a token. */
    hop: oneOf('first', 'redirect', 'auth', 'token'),
    method: t.string,
    url: t.string,
    headers: t.readonlyArray(struct('a header', { name: t.string, value: t.string })),
    /** The beginning of the body; null if there is none or it is not text. */
    body: t.union([t.string, t.null]),
    isBodyCut: t.boolean,
    /** The length of the whole body. */
    bodyBytes: Int,
  },
  { kind: withDescription(AuthorKind, 'window for a person') },
);
export type PendingRequest = t.TypeOf<typeof PendingRequest>;

/** Asks the user of the calling program; undefined if the program cannot ask. */
export type Elicit = (approval: PendingRequest, signal: AbortSignal) => Promise<ApprovalAnswer | undefined>;

/** The outcome of a question: an answer, nobody to ask, a timeout, or the end of the call. */
export type ApprovalOutcome = ApprovalAnswer | 'nobody' | 'late' | 'ended';

/** The question for a person before a request is sent. */
export interface ApprovalQuestion {
  /** The pending request without the fields that the guardian sets. */
  readonly approval: Omit<PendingRequest, 'id' | 'at' | 'expiresAt'>;
  /**
   * Identifies the requests that an answer for the session also covers; undefined if the caller has no session, or the request is too long
   * to compare.
   */
  readonly grant: string | undefined;
  readonly elicit: Elicit | undefined;
  /** Maximum wait for an answer, in milliseconds. */
  readonly maxMs: number;
  readonly signal: AbortSignal;
}

/** Asks people about requests, and counts the requests that agents send. */
export interface Guardian {
  readonly ask: (question: ApprovalQuestion) => Promise<ApprovalOutcome>;
  /** Whether a person has already allowed identical requests for the session. */
  readonly isGranted: (grant: string | undefined) => boolean;
  /** The time to answer, in milliseconds. */
  readonly waitMs: number;
  /**
   * Counts an agent's request in an environment, unless `isSent` is false or it must wait.
   * @returns how many milliseconds to wait before sending it
   */
  readonly count: (environmentId: string, perMinute: number, isSent?: boolean) => number;
}
