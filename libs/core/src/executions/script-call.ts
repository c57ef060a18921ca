import { Auth } from '../auth/auth.js';
import { Json, oneOf, struct, t, taggedUnion, withDescription } from '../codec/index.js';
import { EnvironmentChange } from '../environments/environment.js';
import { Body, Pairs } from '../requests/fields.js';
import { TimeoutMs } from '../requests/rest-request.js';

/**
 * The scopes of variables that scripts of other tools set outside any environment. Tandem keeps these variables in memory until the process
 * ends.
 */
export const retainedScopes = ['runtime', 'collection', 'global'] as const;
/** A scope of variables that scripts of other tools keep in memory. */
export type RetainedScope = (typeof retainedScopes)[number];

/** A variable that a script set, or removed if it has no value. */
export const RetainedVariable = struct(
  'a kept variable',
  { scope: oneOf(...retainedScopes), name: t.string },
  {
    value: Json,
    /** Whether it overrides a field of the data row with its name, as Postman's local variables do and those of Bruno do not. */
    overridesRow: t.literal(true),
  },
);
export type RetainedVariable = t.TypeOf<typeof RetainedVariable>;

/** The variables retained by a workspace's scripts. */
export interface RetainedVariables {
  readonly of: (workspaceId: string) => readonly RetainedVariable[];
  /** Applies the changes that an execution made to these variables, in order. */
  readonly keep: (workspaceId: string, changes: readonly RetainedVariable[]) => void;
}

const Changes = t.readonlyArray(EnvironmentChange, 'a list of changes');

/**
 * A call that a script waits for. `send` sends a request that the script itself defines, and `execute` executes a saved request. `changes`
 * are the changes to variables that the calling script has made so far, which are not stored yet.
 */
export const ScriptCall = taggedUnion('a call of a script', 'kind', {
  send: [
    { url: t.string, method: t.string, headers: Pairs, body: Body, changes: Changes },
    { auth: Auth, timeoutMs: TimeoutMs, followRedirects: t.boolean, cookies: t.boolean },
  ],
  execute: [
    /** The id, path or name of the request. */
    { request: t.string, changes: Changes },
    {
      variables: t.record(t.string, Json, 'an object of values by name'),
      /** The retained variables that the calling script has set so far, which are not stored yet. */
      kept: t.readonlyArray(RetainedVariable, 'a list of kept variables'),
    },
  ],
});
export type ScriptCall = t.TypeOf<typeof ScriptCall>;

/** A script's call that executes a saved request. */
export type ExecutionScriptCall = Extract<ScriptCall, { readonly kind: 'execute' }>;

/** Maximum nesting depth of executions called by scripts, and the maximum number of calls per execution. */
export const scriptCallLimits = { nesting: 8, inAll: 1_000 } as const;

/** Whether a workspace's scripts may send requests, because a person or a start option allowed it. */
export const ScriptSending = struct('whether scripts may send requests', {
  decision: oneOf('waiting', 'allowed', 'refused'),
  fixed: withDescription(t.boolean, 'Whether it was allowed at the start, so that no decision changes it'),
});
export type ScriptSending = t.TypeOf<typeof ScriptSending>;
