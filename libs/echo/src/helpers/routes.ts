import Router from '@koa/router';
import type { Context, Middleware } from 'koa';

import { createPreflightHeaders } from '../answer.js';
import type { EchoState, Say } from '../exchange.js';
import type { Head } from '../head.js';
import type { EchoSettings } from '../options.js';
import { formatErrorBody } from '../refusal.js';
import { readBasic } from './basic-auth.js';
import { readBearer } from './bearer-auth.js';
import { getClientAddress } from './ip.js';

/** The paths of the helpers, which match exactly. */
export const helperPaths: ReadonlySet<string> = new Set(['/ip', '/basic-auth', '/bearer-auth']);

const allow = ['Allow', 'GET, HEAD, OPTIONS'];

const getArgument = ({ query: { names, values } }: Head, name: string): string | undefined =>
  values[names.indexOf(name)];

const isExpected = (expected: string | undefined, given: string): boolean =>
  expected === undefined || expected === given;

const sendUnauthorized = (say: Say, error: string, challenge: string) =>
  say(401, JSON.stringify({ authenticated: false, error, status: 401 }), ['WWW-Authenticate', challenge]);

const checkBasicAuth = (head: Head, authorization: string | undefined, say: Say) => {
  const given = readBasic(authorization);
  const challenge = 'Basic realm="tandem-echo"';
  if (given === undefined)
    return sendUnauthorized(say, 'The Basic credentials are missing or malformed.', challenge);
  if (
    !isExpected(getArgument(head, 'user'), given.user) ||
    !isExpected(getArgument(head, 'pass'), given.pass)
  ) {
    return sendUnauthorized(say, 'The user or the password is wrong.', challenge);
  }
  return say(200, JSON.stringify({ authenticated: true, ...given }));
};

const checkBearerAuth = (head: Head, authorization: string | undefined, say: Say) => {
  const token = readBearer(authorization);
  if (token === undefined)
    return sendUnauthorized(say, 'The Bearer token is missing or malformed.', 'Bearer');
  if (!isExpected(getArgument(head, 'token'), token)) {
    return sendUnauthorized(say, 'The Bearer token is wrong.', 'Bearer');
  }
  return say(200, JSON.stringify({ authenticated: true, token }));
};

type HelperContext = Context & { readonly state: EchoState };

/** Serves `/ip`, `/basic-auth` and `/bearer-auth`; other paths are echoed. */
export const createHelperRoutes = (settings: EchoSettings): Middleware<EchoState> => {
  const router = new Router({ strict: true, sensitive: true });
  const get = (path: string, handle: (ctx: HelperContext) => Promise<void>) =>
    router.get(path, (ctx) => handle(ctx as HelperContext));
  get('/ip', ({ req, state: { say } }) =>
    say(200, JSON.stringify({ ip: getClientAddress(req, settings.trustProxy) })),
  );
  get('/basic-auth', ({ req, state: { head, say } }) => checkBasicAuth(head, req.headers.authorization, say));
  get('/bearer-auth', ({ req, state: { head, say } }) =>
    checkBearerAuth(head, req.headers.authorization, say),
  );
  router.options([...helperPaths], (ctx) =>
    (ctx as HelperContext).state.say(204, '', [...allow, ...createPreflightHeaders(ctx.req)]),
  );
  router.all([...helperPaths], (ctx) =>
    (ctx as HelperContext).state.say(
      405,
      formatErrorBody('This path supports only GET and HEAD.', 405),
      allow,
    ),
  );
  const routes = router.routes() as Middleware<EchoState>;
  return async (ctx, next) => {
    if (!helperPaths.has(ctx.state.head.path)) {
      await next();
      return;
    }
    ctx.req.url = ctx.state.head.path; // otherwise the router would parse absolute targets and throw for malformed ones
    await routes(ctx, next);
  };
};
