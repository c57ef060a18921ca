import { type RpcClient, type RpcServer, toTypedCall } from '@tandem/rpc';

/** Creates a client for agents: changes get the agent's name, and secret values are redacted in results. */
export const createAgentClient = (rpc: RpcServer): RpcClient => {
  const callByName: RpcClient['callByName'] = (
    name,
    params,
    { signal, onProgress, by, session, elicit, elicitPrompts, patienceMs } = {},
  ) =>
    rpc.callByName(name, params, {
      signal: signal ?? new AbortController().signal,
      progress: onProgress ?? (() => undefined),
      by: by ?? 'mcp',
      kind: 'mcp',
      ...(session === undefined ? {} : { session }),
      ...(elicit === undefined ? {} : { elicit }),
      ...(elicitPrompts === undefined ? {} : { elicitPrompts }),
      ...(patienceMs === undefined ? {} : { patienceMs }),
      redactsSecrets: true,
    });
  return { call: toTypedCall(callByName), callByName };
};
