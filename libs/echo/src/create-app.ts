import type { RequestListener } from 'node:http';

import { createBudget } from '@tandem/node/http';

import { composeEchoApp } from './app.js';
import { type EchoOptions, toEchoSettings } from './options.js';

/**
 * A Koa application. Koa's own types are not used here, because they clash with those of content-disposition in programs that import
 * this file.
 */
export interface EchoApp {
  /** Creates a listener: `createServer(app.callback())`. */
  readonly callback: () => RequestListener;
  /** The steps in order. Each is a middleware for a Koa application. */
  readonly middleware: readonly ((context: never, next: () => Promise<unknown>) => unknown)[];
}

/**
 * Creates the echo server as a Koa application, to use it in another server: `createServer(app.callback())`. It gives the same responses
 * as `startEchoServer`, which is faster and also answers requests that Node rejects before it calls a request listener.
 */
export const createEchoApp = (options: EchoOptions = {}): EchoApp => {
  const settings = toEchoSettings(options);
  return composeEchoApp(settings, createBudget(settings.maxBodiesInFlight), options);
};
