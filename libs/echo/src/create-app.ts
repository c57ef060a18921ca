import type { RequestListener } from 'node:http';

import { createBudget } from '@tandem/node/http';

import { composeEchoApp } from './app.js';
import { type EchoOptions, toEchoSettings } from './options.js';

/**
 * A Koa application. Its types stay out of ours, and so out of this file, because they clash with those of
 * content-disposition.
 */
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
