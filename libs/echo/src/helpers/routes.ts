import type { IncomingMessage } from 'node:http';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { createPreflightHeaders } from '../answer.js';
import { decodeText } from '../body/text.js';
import type { EchoState, Respond } from '../exchange.js';
import type { Head } from '../head.js';
import type { EchoSettings } from '../options.js';
import { formatErrorBody } from '../refusal.js';
import { parseForwarded } from '../target.js';

/** The credentials of `Authorization: Basic`. */
interface Credentials {
  readonly user: string;
  readonly pass: string;
}

const basic = /^basic +([a-z0-9+/]+={0,2}) *$/i;

/** Parses Basic credentials (RFC 7617): UTF-8, split at the first colon. Undefined if the header is missing or malformed. */
const readBasic = (authorization = ''): Credentials | undefined => {
  const encoded = basic.exec(authorization)?.[1];
  if (encoded === undefined || encoded.replace(/=+$/, '').length % 4 === 1) return undefined;
  const octets = Buffer.from(encoded, 'base64');
  if (encoded.includes('=') && octets.toString('base64') !== encoded) return undefined;
  const text = decodeText(octets) ?? octets.toString('latin1');
  const colon = text.indexOf(':');
  return colon === -1 ? undefined : { user: text.slice(0, colon), pass: text.slice(colon + 1) };
};

/** Parses the token of `Authorization: Bearer` (RFC 6750, section 2.1). Undefined if the header is missing or malformed. */
const readBearer = (authorization = ''): string | undefined =>
  /^bearer +([^\s]+) *$/i.exec(authorization)?.[1];

/** Removes the port and brackets of a node in `Forwarded` (RFC 7239, section 6) or `X-Forwarded-For`. */
const removePort = (node: string): string =>
  /^\[([^\]]*)\](?::\w+)?$/.exec(node)?.[1] ?? /^([\d.]+):\w+$/.exec(node)?.[1] ?? node;

/** Returns the client's address. An IPv4 address on an IPv6 socket is shown as IPv4. */
const getClientAddress = (request: IncomingMessage, trustProxy: boolean): string => {
  const reported = trustProxy ? parseForwarded(request).address : undefined;
  const address = reported === undefined ? (request.socket.remoteAddress ?? '') : removePort(reported);
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
};

/** The paths of the helpers. They must match exactly. */
export const helperPaths: ReadonlySet<string> = new Set(['/ip', '/basic-auth', '/bearer-auth']);

const allow = ['Allow', 'GET, HEAD, OPTIONS'];

const getArgument = ({ query: { names, values } }: Head, name: string): string | undefined =>
  values[names.indexOf(name)];

const isExpected = (expected: string | undefined, given: string): boolean =>
  expected === undefined || expected === given;

const sendUnauthorized = (say: Respond, error: string, challenge: string) =>
  say(401, JSON.stringify({ authenticated: false, error, status: 401 }), ['WWW-Authenticate', challenge]);

const checkBasicAuth = (head: Head, authorization: string | undefined, say: Respond) => {
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

const checkBearerAuth = (head: Head, authorization: string | undefined, say: Respond) => {
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
