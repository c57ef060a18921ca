import type { Context } from 'koa';

import { acceptsEventsByName } from './accept.js';
import type { Binding } from '../sdk1/binding.js';
import { readCounted, refuse, sendStream } from './body.js';
import type { About } from './options.js';
import { codes, getMessageId } from '../messages.js';
import { checkVersion, maxBodyBytes, refuseSession } from './post.js';
import { isSdk1Version, supportedVersions } from '../versions.js';

const describeHealth = ({ name, version, tools }: About, began: number) => ({
  name,
  version,
  status: 'ok',
  transport: 'streamable-http',
  protocolVersions: supportedVersions,
  tools,
  uptimeSeconds: Math.round((performance.now() - began) / 1_000),
});

/** The root, and the paths of other MCP servers, which people write into the configuration of a client out of habit. */
export const endpointPaths = ['/', '/mcp', '/sse'];

const refuseMethod = (ctx: Context, message: string): void => {
  ctx.set('Allow', 'GET, HEAD, POST, DELETE');
  refuse(ctx, 405, codes.refused, message);
};

/** Opens an event stream, for a session or for a client without one. */
const openEvents = async (ctx: Context, binding: Binding): Promise<void> => {
  const version = ctx.get('mcp-protocol-version');
  if (version !== '' && !isSdk1Version(version)) {
    refuseMethod(ctx, `Revision ${version} has no GET stream; POST subscriptions/listen`);
    return;
  }
  const id = ctx.get('mcp-session-id');
  const session = id === '' ? undefined : await binding.sessions.find(id);
  if (id !== '' && session === undefined) {
    refuseSession(ctx);
    return;
  }
  const stream = session ? binding.listen(session) : await binding.openSse();
  if (stream) sendStream(ctx, stream.body);
  else refuse(ctx, 503, codes.refused, 'Too many streams are open; close one, or use POST, which needs none');
};

/** Answers GET: with the health of the server, or with an event stream if the Accept header names one. */
export const answerGet = (binding: Binding, about: About) => {
  const began = performance.now();
  return async (ctx: Context): Promise<void> => {
    if (!checkVersion(ctx)) return;
    if (ctx.method === 'GET' && acceptsEventsByName(ctx.get('accept'))) await openEvents(ctx, binding);
    else ctx.body = describeHealth(about, began);
  };
};

/** Answers DELETE: ends a session. */
export const endSession =
  (binding: Binding) =>
  async (ctx: Context): Promise<void> => {
    if (!checkVersion(ctx)) return;
    const id = ctx.get('mcp-session-id');
    if (id === '') refuseMethod(ctx, 'DELETE ends the session in Mcp-Session-Id; send that header');
    else if (await binding.sessions.end(id)) ctx.status = 204;
    else refuseSession(ctx);
  };

const readBodyId = async (ctx: Context): Promise<unknown> => {
  try {
    return getMessageId(await readCounted(ctx, maxBodyBytes));
  } catch {
    return null;
  }
};

/** Refuses other methods at the endpoint, and other paths. */
export const refuseOtherRequest = async (ctx: Context): Promise<void> => {
  if (endpointPaths.includes(ctx.path)) {
    refuseMethod(ctx, 'Use POST for JSON-RPC and GET for health');
    return;
  }
  const id = ctx.method === 'POST' ? await readBodyId(ctx) : null;
  refuse(ctx, 404, codes.methodNotFound, 'Method not found: the endpoint is the root path /', id);
};
