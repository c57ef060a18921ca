import { RequestId } from '@tandem/core';
import { E } from '@tandem/core/fp';

import type { Presence } from '../agents/presence.js';
import type { AnyOperation, UncheckedCall } from '../operation.js';

/** The request that a call has read. */
const readBy = ({ effects }: AnyOperation, result: unknown): string | undefined => {
  const id = (result as { readonly id?: unknown } | null | undefined)?.id;
  return effects.readOnly && RequestId.is(id) ? id : undefined;
};

/**
 * Shows people what agents call: each call of an agent, with the request that it reads or runs, and a way to cancel
 * it.
 */
export const showAgentCalls =
  ({ agents }: Pick<Presence, 'agents'>) =>
  (operation: AnyOperation, next: UncheckedCall): UncheckedCall =>
  (params, context) =>
  async () => {
    if (context.kind !== 'mcp') return next(params, context)();
    const { by, kind, session } = context;
    const author = { by, kind, session };
    const call = agents.begin(author, operation.name);
    try {
      const outcome = await next(params, {
        ...context,
        signal: AbortSignal.any([context.signal, call.signal]),
        executes: (requestId) => {
          call.update({ requestId });
          agents.note(author, { requestId, did: 'ran' });
          context.executes?.(requestId);
        },
        progress: (done, total, step) => {
          call.update({ step });
          context.progress(done, total, step);
        },
      })();
      const requestId = E.isRight(outcome) ? readBy(operation, outcome.right) : undefined;
      if (requestId !== undefined) agents.note(author, { requestId, did: 'read' });
      return outcome;
    } finally {
      call.end();
    }
  };
