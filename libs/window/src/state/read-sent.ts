import type { ExecutionId, SentRequest } from '@tandem/core';
import { RpcRefusal } from '@tandem/rpc/client';

import type { Link } from '../link/link.js';

/** A request as it was sent and kept: the values of secrets are hidden in all of it. */
export interface KeptRequest {
  readonly method: string;
  readonly url: string;
  /** Headers and body; null when it was never ready to be sent. */
  readonly carried: SentRequest | null;
}

/** Reads what an execution sent; null when the execution is not kept. */
export const readSent = async (link: Link, id: ExecutionId): Promise<KeptRequest | null> => {
  try {
    const { execution, sent } = await link.call('executions_get', { id, request: true });
    return { method: execution.method, url: execution.url, carried: sent ?? null };
  } catch (cause) {
    if (cause instanceof RpcRefusal && cause.error.code === 'NOT_FOUND') return null;
    throw cause;
  }
};
