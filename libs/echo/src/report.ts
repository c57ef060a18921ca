import type { Middleware } from 'koa';

import type { EchoState } from './exchange.js';
import type { Answered } from './options.js';

/** Tells of each answer once it is sent. */
export const report =
  (onAnswer: (answered: Answered) => void): Middleware<EchoState> =>
  ({ req, res }, next) => {
    const started = performance.now();
    const target = req.url ?? '';
    res.once('finish', () => {
      const ms = Math.round((performance.now() - started) * 1000) / 1000;
      onAnswer({ method: req.method ?? '', target, status: res.statusCode, ms });
    });
    return next();
  };
