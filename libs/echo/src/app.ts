import { createBudget, isDeparture } from '@tandem/http';
import Koa from 'koa';

import type { EchoState } from './exchange.js';
import { helpers } from './helpers/routes.js';
import { type EchoOptions, settingsOf } from './options.js';
import { answerPlain } from './plain.js';
import { report } from './report.js';
import { answerFailures, echo, simulate } from './steps.js';

type Steps = (ctx: Koa.ParameterizedContext<EchoState>) => Promise<void>;

/**
 * Saves each request Koa's watch on the end of its answer, which costs a small echo a twentieth of its time. The
 * watch would tell of connections that break, which is no defect here, and answer what the steps leave unanswered,
 * which is nothing.
 */
const answerUnwatched = (app: Koa<EchoState>): void => {
  const handleRequest = (ctx: Koa.ParameterizedContext<EchoState>, steps: Steps): Promise<void> =>
    steps(ctx).catch((error: unknown) => {
      ctx.onerror(error as Error);
    });
  Object.assign(app, { handleRequest });
};

/** The echo server as a Koa application, for a server of one's own: `createServer(app.callback())`. */
export const createEchoApp = (options: EchoOptions = {}): Koa<EchoState> => {
  const settings = settingsOf(options);
  const bodies = createBudget(settings.maxBodiesInFlight);
  const app = new Koa<EchoState>();
  answerUnwatched(app);
  const onDefect =
    options.onDefect ??
    ((error: unknown) => {
      app.onerror(error as Error);
    });
  app.on('error', (error: unknown) => {
    if (!isDeparture(error)) onDefect(error);
  });
  if (options.onAnswer) app.use(report(options.onAnswer));
  app.use(answerPlain(settings, bodies));
  app.use(answerFailures(settings));
  app.use(simulate(settings));
  app.use(helpers(settings));
  app.use(echo(settings, bodies));
  return app;
};
