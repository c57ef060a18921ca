import { withDescription, Json, oneOf, struct, t, taggedUnion } from '../codec/index.js';
import { Auth } from '../auth/auth.js';
import { Body } from '../requests/body.js';
import { EnvironmentChange } from '../environments/environment.js';
import { RetainedVariable } from './retained-variables.js';
import { Pairs } from '../requests/pair.js';
import { TimeoutMs } from '../requests/rest-request.js';

const Changes = t.readonlyArray(EnvironmentChange, 'a list of changes');

/**
 * What a script asks for while its handler waits: a request of its own, which is sent as it stands, or the execution of a saved
 * request. `changes` are those of the handler so far, which are not stored yet.
 */
export const ScriptCall = taggedUnion('a call of a script', 'kind', {
  send: [
    { url: t.string, method: t.string, headers: Pairs, body: Body, changes: Changes },
    { auth: Auth, timeoutMs: TimeoutMs, followRedirects: t.boolean, cookies: t.boolean },
  ],
  execute: [
    /** The id, the path or the name of the request. */
    { request: t.string, changes: Changes },
    {
      variables: t.record(t.string, Json, 'an object of values by name'),
      /** What the scripts of the request have kept so far, which is not stored yet. */
      kept: t.readonlyArray(RetainedVariable, 'a list of kept variables'),
    },
  ],
});
export type ScriptCall = t.TypeOf<typeof ScriptCall>;

/** How deep the executions are nested at most that scripts call, and how many calls those of one execution make in all. */
export const scriptCallLimits = { nesting: 8, inAll: 1_000 } as const;

/** Whether the scripts of a workspace may send requests: whether a person has decided so, or it was allowed at the start. */
export const ScriptSending = struct('whether scripts may send requests', {
  decision: oneOf('waiting', 'allowed', 'refused'),
  fixed: withDescription(t.boolean, 'Whether it was allowed at the start, so that no decision changes it'),
});
export type ScriptSending = t.TypeOf<typeof ScriptSending>;
