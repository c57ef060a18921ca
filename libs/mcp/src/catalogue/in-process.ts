import { createInProcessClient, type RpcClient, type RpcServer } from '@tandem/rpc';

/** The methods for agents in the same process: what they change is marked, what is secret is hidden from them. */
export const inProcess = (rpc: RpcServer): RpcClient =>
  createInProcessClient((frame, { signal, onProgress, by }) =>
    rpc.receive(frame, {
      signal: signal ?? new AbortController().signal,
      progress: onProgress ?? (() => undefined),
      by: by ?? 'mcp',
      hidesSecrets: true,
    }),
  );
