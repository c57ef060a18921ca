import {
  type AuthorKind,
  type CallSecrets,
  type Elicit,
  type ScriptResponse,
  type ScriptRun,
  type CookieJar,
  type EnvironmentChange,
} from '@tandem/core';
import { type Progress, type CallsLeft } from '@tandem/execution';

/** What an execution has from the script that called it. */
export interface CallingScript {
  /** From 1. */
  readonly depth: number;
  readonly left: CallsLeft;
  /** What the calling scripts have set, which is not stored yet. */
  readonly changes: readonly EnvironmentChange[];
  /** The cookies of the calling execution; absent if it uses none. */
  readonly cookies?: CookieJar;
}

/** Runs a wait for a person. */
export type WhileAsking = <A>(wait: () => Promise<A>) => Promise<A>;

/** Waits without telling anybody. */
export const askDirectly: WhileAsking = (wait) => wait();

/** Who the caller is, and how it watches and cancels an execution. */
export interface CallContext {
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** Receives the id of the request that is executed, which the call may have named by its path. */
  readonly executes?: (requestId: string) => void;
  /** Receives the text of an event stream as it arrives, with nothing hidden in it. */
  readonly onText?: (text: string) => void;
  /** The author recorded for its changes, such as `window` or `mcp`. */
  readonly by?: string;
  /** By what means it calls, and the session that tells it apart from others of the same name; for the activity. */
  readonly kind?: AuthorKind;
  readonly session?: string;
  /** Asks its user about a request that a guard wants to be asked about, where no window is open. */
  readonly elicit?: Elicit;
  /** How long the caller is taken to wait still, in milliseconds; undefined if it waits for as long as a call takes. */
  readonly patienceMs?: () => number;
  /** Runs the wait for a person, so that it does not count as time of the caller. */
  readonly whileAsking?: WhileAsking;
  /** The run that the execution is part of, for its scripts. */
  readonly run?: ScriptRun;
  /** What variables of the call are from that are not its own: a row of data or a script. */
  readonly variablesFrom?: ReadonlyMap<string, string>;
  /** Whether a run tells what was sent, and the bodies of what its requests need. */
  readonly wantsExchanges?: boolean;
  /** Whether secret values are hidden from the caller, as from every agent. */
  readonly hidesSecrets?: boolean;
  /** Gets the secrets that the call meets, the stored ones before anything is done with them, so that they can be hidden. */
  readonly secrets?: Pick<CallSecrets, 'add'>;
  /** The script that called the execution, if one did. */
  readonly calling?: CallingScript;
  /** Receives the response for that script, with nothing hidden in it. */
  readonly received?: (response: ScriptResponse) => void;
}
