import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const responsesOn = new WeakMap<Duplex, ServerResponse[]>();

const dropSent = (responses: ServerResponse[]): void => {
  while (responses[0]?.writableFinished === true) responses.shift();
};

/** Remembers a response until it is sent and another request arrives on its connection. */
export const noteResponse = (socket: Duplex, response: ServerResponse): void => {
  const responses = responsesOn.get(socket);
  if (responses === undefined) responsesOn.set(socket, [response]);
  else {
    dropSent(responses);
    responses.push(response);
  }
};

/** The oldest unsent response of a connection whose request is complete. */
export const findUnansweredResponse = (socket: Duplex): ServerResponse | undefined => {
  const responses = responsesOn.get(socket) ?? [];
  dropSent(responses);
  return responses[0]?.req.complete === true ? responses[0] : undefined;
};
