import { createBudget, type Handler } from '@tandem/node/http';

import { createCorsHeaders, writeJson } from './answer.js';
import { composeEchoApp } from './app.js';
import { type EchoOptions, toEchoSettings } from './options.js';
import { createPlainResponder } from './plain.js';
import { formatErrorBody } from './refusal.js';
import { report } from './report.js';
import { findHostProblem } from './target.js';

/** Handles most requests without Koa, in two thirds of the time. Passes the others to the Koa application. */
export const createEchoListener = ({ onAnswer, onDefect, ...options }: EchoOptions): Handler => {
  const settings = toEchoSettings(options);
  const bodies = createBudget(settings.maxBodiesInFlight);
  const app = composeEchoApp(settings, bodies, onDefect ? { onDefect } : {});
  const handle = app.callback();
  const answersPlain = createPlainResponder(settings, bodies, (error) => app.emit('error', error));
  return (request, response) => {
    if (onAnswer) report(request, response, onAnswer);
    const problem = findHostProblem(request);
    if (problem !== undefined)
      writeJson(response, 400, formatErrorBody(problem, 400), createCorsHeaders(request, settings), [
        'Connection',
        'close',
      ]);
    else if (!answersPlain(request, response)) void handle(request, response);
  };
};
