import type { CallContext, Presence } from '@tandem/application';
import { RequestId } from '@tandem/core';

import type { AnyMethod } from './table.js';

type WatchedMethod = Pick<AnyMethod, 'name' | 'effects'>;

/** The request that a call has read. */
const readBy = ({ effects }: WatchedMethod, result: unknown): string | undefined => {
  const id = (result as { readonly id?: unknown } | null | undefined)?.id;
  return effects.readOnly && RequestId.is(id) ? id : undefined;
};

/** Lets persons see what agents call: each call of an agent, with the request that it reads or runs, and a way to cancel it. */
export const createCallWatcher =
  ({ agents }: Pick<Presence, 'agents'>) =>
  async <A>(
    method: WatchedMethod,
    context: CallContext,
    work: (context: CallContext) => Promise<A>,
  ): Promise<A> => {
    if (context.kind !== 'mcp') return work(context);
    const { by, kind, session } = context;
    const author = { by, kind, session };
    const call = agents.begin(author, method.name);
    try {
      const result = await work({
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
      });
      const requestId = readBy(method, result);
      if (requestId !== undefined) agents.note(author, { requestId, did: 'read' });
      return result;
    } finally {
      call.end();
    }
  };
