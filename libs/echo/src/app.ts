import type { RequestListener } from 'node:http';
import { type Budget, createBudget, isDisconnect } from '@tandem/node/http';
import Koa from 'koa';
import type { EchoState } from './exchange.js';
import { createHelperRoutes } from './helpers/routes.js';
import { type EchoOptions, type EchoSettings, toEchoSettings } from './options.js';
import { report } from './report.js';
import { answerFailures, answerWithEcho, readHeads, simulate } from './steps.js';

/** The steps of the echo server in order, as a Koa application. */
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

/** A Koa application. Its types stay out of ours, because they clash with those of content-disposition. */
export interface EchoApp {
  /** Creates a listener: `createServer(app.callback())`. */
  readonly callback: () => RequestListener;
  /** The steps in order, each a middleware for a Koa application of yours. */
  readonly middleware: readonly ((context: never, next: () => Promise<unknown>) => unknown)[];
}

/**
 * The echo server as a Koa application, for use in another server: `createServer(app.callback())`. It gives the same responses
 * as `startEchoServer`, which is faster and also answers what Node rejects before it calls a request listener.
 */
export const createEchoApp = (options: EchoOptions = {}): EchoApp => {
  const settings = toEchoSettings(options);
  return composeEchoApp(settings, createBudget(settings.maxBodiesInFlight), options);
};
