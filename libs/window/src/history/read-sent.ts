import type { ExecutionId, Origins, SentRequest } from '@tandem/core';
import { RpcRefusal } from '@tandem/rpc/client';

import type { Link } from '../link/link.js';

/** A request as it was sent and kept: the values of secrets are hidden in all of it. */
export interface StoredSentRequest {
  readonly method: string;
  readonly url: string;
  /** Headers and body; null when it was never ready to be sent. */
  readonly carried: SentRequest | null;
  /** What made each place of it; absent if an earlier version kept it. */
  readonly origins?: Origins;
}

/** Reads what an execution sent; null when the execution is not kept. */
export const readSent = async (link: Link, id: ExecutionId): Promise<StoredSentRequest | null> => {
  try {
    const asked = { id, request: true, origins: true };
    const { execution, sent, origins } = await link.call('executions_get', asked);
    return {
      ...{ method: execution.method, url: execution.url, carried: sent ?? null },
      ...(origins === undefined ? {} : { origins }),
    };
  } catch (cause) {
    if (cause instanceof RpcRefusal && cause.error.code === 'NOT_FOUND') return null;
    throw cause;
  }
};
