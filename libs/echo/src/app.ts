import { type Budget, isDisconnect } from '@tandem/node/http';
import Koa from 'koa';
import type { EchoState } from './exchange.js';
import { createHelperRoutes } from './helpers/routes.js';
import type { EchoOptions, EchoSettings } from './options.js';
import { report } from './report.js';
import { answerFailures, answerWithEcho, readHeads, simulate } from './steps.js';

/** Composes the steps of the echo server in order, as a Koa application. */
export const composeEchoApp = (
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
  app.use(createHelperRoutes(settings));
  app.use(answerWithEcho(settings, bodies));
  return app;
};
