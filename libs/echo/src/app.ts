import { type Budget, createBudget, isDisconnect } from '@tandem/http';
import Koa from 'koa';

import type { EchoState } from './exchange.js';
import { helpers } from './helpers/routes.js';
import { type EchoOptions, type EchoSettings, settingsOf } from './options.js';
import { report } from './report.js';
import { answerFailures, echo, readHeads, simulate } from './steps.js';

/** The steps of the echo server in order, as a Koa application. */
export const echoApp = (
  settings: EchoSettings,
  bodies: Budget,
  { onAnswer, onDefect }: Pick<EchoOptions, 'onAnswer' | 'onDefect'>,
): Koa<EchoState> => {
  const app = new Koa<EchoState>();
  app.on('error', (error: unknown) => {
    if (isDisconnect(error)) return;
    if (onDefect) onDefect(error);
    else app.onerror(error as Error);
  });
  if (onAnswer)
    app.use(({ req, res }, next) => {
      report(req, res, onAnswer);
      return next();
    });
  app.use(answerFailures(settings));
  app.use(readHeads);
  app.use(simulate(settings));
  app.use(helpers(settings));
  app.use(echo(settings, bodies));
  return app;
};

/**
 * The echo server as a Koa application, for use in another server: `createServer(app.callback())`. It gives the same responses
 * as `startEchoServer`, which is faster and also answers what Node rejects before it calls a request listener.
 */
export const createEchoApp = (options: EchoOptions = {}): Koa<EchoState> => {
  const settings = settingsOf(options);
  return echoApp(settings, createBudget(settings.maxBodiesInFlight), options);
};
