import {
  type AuthorKind,
  type CallSecrets,
  type Elicit,
  type ElicitPrompts,
  type Secret,
  type ScriptResponse,
  type ScriptRun,
  type CookieJar,
  type EnvironmentChange,
} from '@tandem/core';
import { type Progress, type CallsLeft } from '@tandem/execution';

/** The data that an execution receives from the script that called it. */
export interface CallingScript {
  /** From 1. */
  readonly depth: number;
  readonly left: CallsLeft;
  /** The variables that the calling scripts have set but not stored yet. */
  readonly changes: readonly EnvironmentChange[];
  /** The cookies of the calling execution. Missing if it uses none. */
  readonly cookies?: CookieJar;
}

/** The values that a person entered for an execution or a run before anything was sent. */
export interface CallAnswers {
  /** Variables of the call, by the names that texts use, such as `?Label`. */
  readonly variables: Readonly<Record<string, string>>;
  /** The values that were entered as hidden, which no result may show. */
  readonly secrets: readonly Secret[];
}

/** Runs `wait` while a person is asked. */
export type RunWhileAsking = <A>(wait: () => Promise<A>) => Promise<A>;

/** Waits without notifying anyone. */
export const askDirectly: RunWhileAsking = (wait) => wait();

/** Who the caller is, and how it watches and cancels an execution. */
export interface CallContext {
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** Receives the id of the executed request, which the call may have named by its path. */
  readonly executes?: (requestId: string) => void;
  /** Receives the text of an event stream as it arrives, with nothing hidden. */
  readonly onText?: (text: string) => void;
  /** The author recorded for its changes, such as `window` or `mcp`. */
  readonly by?: string;
  /**
   * Where the call comes from, and the session that distinguishes it from others of the same name. For the activity.
   */
  readonly kind?: AuthorKind;
  readonly session?: string;
  /** Asks the user about a request that a guard requires confirmation for, if no window is open. */
  readonly elicit?: Elicit;
  /** Asks the user for the values of prompts, if no window is open. */
  readonly elicitPrompts?: ElicitPrompts;
  /** The answers to the prompts of the call. If set, those of dependencies are included. */
  readonly answers?: CallAnswers;
  /** How much longer the caller is expected to wait, in milliseconds. Undefined if it waits for the whole call. */
  readonly patienceMs?: () => number;
  /** Runs the wait for a person so that it does not count toward the caller's time. */
  readonly whileAsking?: RunWhileAsking;
  /** The run that the execution is part of, for its scripts. */
  readonly run?: ScriptRun;
  /** The source of call variables that are not the call's own: a data row or a script. */
  readonly variablesFrom?: ReadonlyMap<string, string>;
  /** Whether a run reports what was sent, and the bodies of what its requests depend on. */
  readonly wantsExchanges?: boolean;
  /** Whether secret values are hidden from the caller, as from every agent. */
  readonly hidesSecrets?: boolean;
  /**
   * Receives the secrets that the call uses, so that they can be hidden. Stored ones arrive before anything is done
   * with them.
   */
  readonly secrets?: Pick<CallSecrets, 'add'>;
  /** The script that called the execution, if one did. */
  readonly calling?: CallingScript;
  /** Receives the response for that script, with nothing hidden. */
  readonly received?: (response: ScriptResponse) => void;
}
