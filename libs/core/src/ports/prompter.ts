import { AuthorKind } from '../activity/activity.js';
import { struct, t, withDescription } from '../codec/index.js';
import { WorkspaceId } from '../ids.js';

/** A form with the prompts of an execution or a run, which waits for a person. */
export const PendingPrompts = struct(
  'prompts that wait for a person',
  {
    id: t.string,
    /** ISO 8601 in UTC. */
    at: t.string,
    /** The time at which the call fails if nobody has answered. */
    expiresAt: t.string,
    workspaceId: WorkspaceId,
    workspace: t.string,
    /** The name of the caller that wants to send the request. */
    by: t.string,
    /** The saved request that needs the values. Its variables are not filled in yet. */
    requests: t.readonlyArray(
      struct('a saved request', { id: t.string, name: t.string, method: t.string, url: t.string }),
    ),
    prompts: t.readonlyArray(
      struct('a prompt', { label: t.string, isHidden: t.boolean }, { default: t.string }),
    ),
    /** Whether answers can be reused, because the caller can be distinguished from other callers. */
    canKeep: t.boolean,
  },
  {
    kind: withDescription(AuthorKind, 'window for a person'),
    /** The name of the environment; missing if there is none. */
    environment: t.string,
  },
);
export type PendingPrompts = t.TypeOf<typeof PendingPrompts>;

/** The values that a person entered, by label. */
export interface PromptAnswers {
  readonly values: Readonly<Record<string, string>>;
  /** Whether to use the same answers again until the caller's session ends. */
  readonly isKept: boolean;
}

/** Asks the user of the calling program; undefined if the program cannot ask, `denied` if the user refuses to answer. */
export type ElicitPrompts = (
  pending: PendingPrompts,
  signal: AbortSignal,
) => Promise<PromptAnswers | 'denied' | undefined>;

/** Why there are no answers: nobody to ask, a person who refuses to answer, a timeout, or the end of the call. */
export type PromptRefusal = 'nobody' | 'denied' | 'late' | 'ended';

/** A form that a person fills in before anything is sent. */
export interface PromptQuestion {
  /** The pending form without the fields that the prompter sets. */
  readonly pending: Omit<PendingPrompts, 'id' | 'at' | 'expiresAt'>;
  readonly elicit: ElicitPrompts | undefined;
  /** Maximum wait for an answer, in milliseconds. */
  readonly maxMs: number;
  readonly signal: AbortSignal;
}

/** Asks people for the values of prompts. */
export interface Prompter {
  readonly ask: (question: PromptQuestion) => Promise<PromptAnswers | PromptRefusal>;
  /**
   * The stored answer to a prompt, if the person allowed its reuse.
   * @param session identifies the caller and its session
   */
  readonly kept: (session: string, workspaceId: WorkspaceId, label: string) => string | undefined;
  readonly keep: (session: string, workspaceId: WorkspaceId, label: string, value: string) => void;
}
