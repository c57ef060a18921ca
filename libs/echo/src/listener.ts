import { createBudget, type Handler } from '@tandem/node/http';

import { corsHeaders, writeJson } from './answer.js';
import { echoApp } from './app.js';
import { type EchoOptions, settingsOf } from './options.js';
import { createPlainResponder } from './plain.js';
import { errorText } from './refusal.js';
import { report } from './report.js';
import { hostProblem } from './target.js';

/** Handles most requests without Koa, which saves a third of the time, and passes the others to the Koa application. */
export const echoListener = ({ onAnswer, onDefect, ...options }: EchoOptions): Handler => {
  const settings = settingsOf(options);
  const bodies = createBudget(settings.maxBodiesInFlight);
  const app = echoApp(settings, bodies, onDefect ? { onDefect } : {});
  const handle = app.callback();
  const answersPlain = createPlainResponder(settings, bodies, (error) => app.emit('error', error));
  return (request, response) => {
    if (onAnswer) report(request, response, onAnswer);
    const problem = hostProblem(request);
    if (problem !== undefined)
      writeJson(response, 400, errorText(problem, 400), corsHeaders(request, settings), [
        'Connection',
        'close',
      ]);
    else if (!answersPlain(request, response)) void handle(request, response);
  };
};
