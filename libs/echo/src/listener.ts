import { createBudget, type Handler } from '@tandem/http';

import { echoApp } from './app.js';
import { type EchoOptions, settingsOf } from './options.js';
import { plainAnswers } from './plain.js';
import { report } from './report.js';

/** Handles most requests without Koa, which saves a third of the time, and passes the others to the Koa application. */
export const echoListener = ({ onAnswer, onDefect, ...options }: EchoOptions): Handler => {
  const settings = settingsOf(options);
  const bodies = createBudget(settings.maxBodiesInFlight);
  const app = echoApp(settings, bodies, onDefect ? { onDefect } : {});
  const handle = app.callback();
  const answersPlain = plainAnswers(settings, bodies, (error) => app.emit('error', error));
  return (request, response) => {
    if (onAnswer) report(request, response, onAnswer);
    if (!answersPlain(request, response)) void handle(request, response);
  };
};
