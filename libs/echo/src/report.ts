import type { IncomingMessage, ServerResponse } from 'node:http';

import type { AnsweredRequest } from './options.js';

/** Calls `onAnswer` once the response is sent. */
export const report = (
  request: IncomingMessage,
  response: ServerResponse,
  onAnswer: (answered: AnsweredRequest) => void,
): void => {
  const started = performance.now();
  const target = request.url ?? ''; // read now, because the helpers change it
  response.once('finish', () => {
    const ms = Math.round((performance.now() - started) * 1000) / 1000;
    onAnswer({ method: request.method ?? '', target, status: response.statusCode, ms });
  });
};
