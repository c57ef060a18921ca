import type { RpcClient, RpcServer } from '@tandem/rpc';

/** A client for agents: changes are recorded under the agent's name, and secret values are hidden in results. */
export const createAgentClient = (rpc: RpcServer): RpcClient => ({
  call: (method, params, { signal, onProgress, by, session, elicit, patienceMs } = {}) =>
    rpc.call(method, params, {
      signal: signal ?? new AbortController().signal,
      progress: onProgress ?? (() => undefined),
      by: by ?? 'mcp',
      kind: 'mcp',
      ...(session === undefined ? {} : { session }),
      ...(elicit === undefined ? {} : { elicit }),
      ...(patienceMs === undefined ? {} : { patienceMs }),
      hidesSecrets: true,
    }),
});
