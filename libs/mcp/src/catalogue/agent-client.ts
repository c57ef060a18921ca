import type { RpcClient, RpcServer } from '@tandem/rpc';

/** The methods for agents: their changes carry their name, and the values of secrets are hidden from them. */
export const agentClient = (rpc: RpcServer): RpcClient => ({
  call: (method, params, { signal, onProgress, by } = {}) =>
    rpc.call(method, params, {
      signal: signal ?? new AbortController().signal,
      progress: onProgress ?? (() => undefined),
      by: by ?? 'mcp',
      hidesSecrets: true,
    }),
});
