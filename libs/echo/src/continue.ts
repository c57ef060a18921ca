import type { IncomingMessage, ServerResponse } from 'node:http';

const pendingContinues = new WeakMap<IncomingMessage, ServerResponse>();

/** Holds `100 Continue` back until the server reads the body, so that a refused body is never sent. */
export const holdContinue = (request: IncomingMessage, response: ServerResponse): void => {
  pendingContinues.set(request, response);
};

/** Whether the client is still waiting for `100 Continue`, and therefore not sending its body. */
export const isAwaitingContinue = (request: IncomingMessage): boolean => pendingContinues.has(request);

/** Sends `100 Continue` if the client is waiting for it. */
export const sendContinue = (request: IncomingMessage): void => {
  pendingContinues.get(request)?.writeContinue();
  pendingContinues.delete(request);
};
