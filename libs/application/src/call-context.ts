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
  /** How deeply the calls are nested, from 1. */
  readonly depth: number;
  readonly left: CallsLeft;
  /** The variables that the calling scripts have set and that are not stored yet. */
  readonly changes: readonly EnvironmentChange[];
  /** The cookies of the calling execution. Missing if it uses none. */
  readonly cookies?: CookieJar;
}

/** The values that a person entered for an execution or a run before anything was sent. */
export interface CallAnswers {
  /** The variables of the call for its prompts, under the names that texts use, such as `?Label`. */
  readonly variables: Readonly<Record<string, string>>;
  /** The answers that were entered hidden. No result may show them. */
  readonly secrets: readonly Secret[];
}

/** Runs `wait` while a person is asked. */
export type RunWhileAsking = <A>(wait: () => Promise<A>) => Promise<A>;

/** Runs the wait without telling the caller about it. */
export const askDirectly: RunWhileAsking = (wait) => wait();

/** The caller, and how it observes and cancels its call. */
export interface CallContext {
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** Receives the id of the request that is executed, because the call may have named the request by its path. */
  readonly executes?: (requestId: string) => void;
  /** Receives the text of an event stream as it arrives, with no secrets redacted. */
  readonly onText?: (text: string) => void;
  /** The author recorded for its changes, such as `window` or `mcp`. */
  readonly by?: string;
  /**
   * The kind of client that calls, and its session, which distinguishes callers of the same name. The activity records both.
   */
  readonly kind?: AuthorKind;
  readonly session?: string;
  /** Asks the caller's user whether a request may be sent that a guard asks about. Used if no window is open. */
  readonly elicit?: Elicit;
  /** Asks the caller's user for the answers to prompts. Used if no window is open. */
  readonly elicitPrompts?: ElicitPrompts;
  /** Receives the labels of all prompts of a run, before anybody is asked. */
  readonly onPrompts?: (labels: readonly string[]) => void;
  /** The answers to the prompts of the call. If set, also those to the prompts of its dependencies. */
  readonly answers?: CallAnswers;
  /** How much longer the caller is expected to wait, in milliseconds. Undefined if it waits until the call ends. */
  readonly patienceMs?: () => number;
  /** Runs the wait for a person without counting it toward the caller's timeout. */
  readonly whileAsking?: RunWhileAsking;
  /** The run that the execution belongs to, which its scripts can read. */
  readonly run?: ScriptRun;
  /** The sources (a data row or a script) of the call variables that the caller did not pass itself. */
  readonly variablesFrom?: ReadonlyMap<string, string>;
  /** Whether the caller of a run wants the sent requests, and the response bodies of dependencies. */
  readonly wantsExchanges?: boolean;
  /** Whether secret values are redacted for this caller, as for every agent. */
  readonly redactsSecrets?: boolean;
  /**
   * Receives the secrets that the call uses, so that they can be redacted. Stored secrets are added before the call
   * uses them.
   */
  readonly secrets?: Pick<CallSecrets, 'add'>;
  /** The script that called the execution, if one did. */
  readonly calling?: CallingScript;
  /** Receives the response for the calling script, with no secrets redacted. */
  readonly received?: (response: ScriptResponse) => void;
}
