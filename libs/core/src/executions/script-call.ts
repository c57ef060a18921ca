import { withDescription, Json, oneOf, struct, t, taggedUnion } from '../codec/index.js';
import { Auth } from '../auth/auth.js';
import { Body } from '../requests/body.js';
import { EnvironmentChange } from '../environments/environment.js';
import { RetainedVariable } from './retained-variables.js';
import { Pairs } from '../requests/pair.js';
import { TimeoutMs } from '../requests/rest-request.js';

const Changes = t.readonlyArray(EnvironmentChange, 'a list of changes');

/**
 * A call that a script awaits: its own request, sent as is, or the execution of a saved request. `changes` are the
 * handler's changes so far, which are not stored yet.
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
      /** What the request's scripts have retained so far, not stored yet. */
      kept: t.readonlyArray(RetainedVariable, 'a list of kept variables'),
    },
  ],
});
export type ScriptCall = t.TypeOf<typeof ScriptCall>;

/** Maximum nesting depth of executions called by scripts, and the maximum number of calls per execution. */
export const scriptCallLimits = { nesting: 8, inAll: 1_000 } as const;

/** Whether a workspace's scripts may send requests: a person decided so, or a start option allowed it. */
export const ScriptSending = struct('whether scripts may send requests', {
  decision: oneOf('waiting', 'allowed', 'refused'),
  fixed: withDescription(t.boolean, 'Whether it was allowed at the start, so that no decision changes it'),
});
export type ScriptSending = t.TypeOf<typeof ScriptSending>;
