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
    /** When its call times out without an answer. */
    expiresAt: t.string,
    workspaceId: WorkspaceId,
    workspace: t.string,
    /** Who wants to send. */
    by: t.string,
    /** What wants the values, as saved: their variables are not filled in yet. */
    requests: t.readonlyArray(
      struct('a saved request', { id: t.string, name: t.string, method: t.string, url: t.string }),
    ),
    prompts: t.readonlyArray(
      struct('a prompt', { label: t.string, isHidden: t.boolean }, { default: t.string }),
    ),
    /** Whether answers can be kept: the caller can be distinguished from others. */
    canKeep: t.boolean,
  },
  {
    kind: withDescription(AuthorKind, 'window for a person'),
    /** The names of its environments. Missing if there is none. */
    environment: t.string,
  },
);
export type PendingPrompts = t.TypeOf<typeof PendingPrompts>;

/** What a person filled in, by label. */
export interface PromptAnswers {
  readonly values: Readonly<Record<string, string>>;
  /** Whether to use them again until the session of the caller ends. */
  readonly isKept: boolean;
}

/** Asks the user of the calling program; undefined if it cannot ask, `denied` if they did not want to answer. */
export type ElicitPrompts = (
  pending: PendingPrompts,
  signal: AbortSignal,
) => Promise<PromptAnswers | 'denied' | undefined>;

/** Why there are no answers: nobody to ask, a person who did not want to answer, a timeout, or the end of the call. */
export type PromptRefusal = 'nobody' | 'denied' | 'late' | 'ended';

/** A form for a person before anything is sent. */
export interface PromptQuestion {
  /** Without the prompter's own fields. */
  readonly pending: Omit<PendingPrompts, 'id' | 'at' | 'expiresAt'>;
  readonly elicit: ElicitPrompts | undefined;
  /** Maximum wait for an answer, in milliseconds. */
  readonly maxMs: number;
  readonly signal: AbortSignal;
}

/** Asks people for the values of prompts. */
export interface Prompter {
  readonly ask: (question: PromptQuestion) => Promise<PromptAnswers | PromptRefusal>;
  /** A kept answer. @param session identifies the caller and its session */
  readonly kept: (session: string, workspaceId: WorkspaceId, label: string) => string | undefined;
  readonly keep: (session: string, workspaceId: WorkspaceId, label: string, value: string) => void;
}
