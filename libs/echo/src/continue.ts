import type { IncomingMessage, ServerResponse } from 'node:http';

const held = new WeakMap<IncomingMessage, ServerResponse>();

/** Keeps `100 Continue` back until the body is wanted, so that a refused body is never sent. */
export const holdContinue = (request: IncomingMessage, response: ServerResponse): void => {
  held.set(request, response);
};

/** Whether the client still waits for `100 Continue`; its body will not come then. */
export const isHeld = (request: IncomingMessage): boolean => held.has(request);

/** Lets the client send its body, if it waits for that. */
export const sendContinue = (request: IncomingMessage): void => {
  held.get(request)?.writeContinue();
  held.delete(request);
};
