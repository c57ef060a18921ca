import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

import type { Element, ErrorFrame } from './messages.js';

type Answer = JSONRPCMessage | ErrorFrame;

/** A transport for one request: what the server answers is the promise's value, undefined when it was cancelled. */
const oneRequest = (message: JSONRPCMessage, signal: AbortSignal) => {
  let settle: (answer: Answer | undefined) => void;
  const answered = new Promise<Answer | undefined>((resolve) => {
    settle = resolve;
  });
  const transport: Transport = {
    start: () => Promise.resolve(),
    send: (sent) => {
      if ('result' in sent || 'error' in sent) settle(sent);
      return Promise.resolve();
    },
    close: () => {
      transport.onclose?.();
      settle(undefined);
      return Promise.resolve();
    },
  };
  const run = async (server: Server): Promise<Answer | undefined> => {
    const cancel = () => void server.close();
    await server.connect(transport);
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    else transport.onmessage?.(message);
    const answer = await answered;
    signal.removeEventListener('abort', cancel);
    return answer;
  };
  return run;
};

/**
 * Answers each element on a server of its own, so that equal ids never meet.
 * @returns the answers that are owed, in the order of the elements
 */
export const answerAll = async (
  elements: readonly Element[],
  newServer: () => Server,
  signal: AbortSignal,
): Promise<readonly Answer[]> => {
  const answers = await Promise.all(
    elements.map((element): Promise<Answer | undefined> => {
      if (element.kind === 'wrong') return Promise.resolve(element.frame);
      if (element.kind === 'silent') return Promise.resolve(undefined);
      return oneRequest(element.message, signal)(newServer());
    }),
  );
  return answers.filter((answer) => answer !== undefined);
};
