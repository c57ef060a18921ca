import type { Context } from 'koa';

import { namesEvents } from './accept.js';
import type { Binding } from './binding.js';
import { refuse, sendStream } from './body.js';
import { codes, errorFrame, idOf } from './messages.js';
import { isSpoken, maxBodyBytes } from './post.js';
import { servedVersions } from './versions.js';
import { readWhole } from '@tandem/http';

/** What a server tells of itself at `GET /`. */
export interface About {
  readonly name: string;
  readonly version: string;
  /** How many tools it has. */
  readonly tools: number;
}

const health = ({ name, version, tools }: About, began: number) => ({
  name,
  version,
  status: 'ok',
  transport: 'streamable-http',
  protocolVersions: servedVersions,
  tools,
  uptimeSeconds: Math.round((performance.now() - began) / 1_000),
});

const noSession = (ctx: Context): void => {
  refuse(ctx, 404, codes.noSession, 'The session has ended or was never one; initialize again');
};

/** A stream for a session, or for anybody. */
const events = async (ctx: Context, binding: Binding): Promise<void> => {
  if (!isSpoken(ctx)) return;
  const id = ctx.get('mcp-session-id');
  if (id === '') {
    sendStream(ctx, (await binding.openLegacy()).body);
    return;
  }
  const session = await binding.sessions.find(id);
  if (session) sendStream(ctx, binding.listen(session).body);
  else noSession(ctx);
};

/** GET /: how the server is, or a stream of events to who asks for one by name. */
export const get = (binding: Binding, about: About) => {
  const began = performance.now();
  return async (ctx: Context): Promise<void> => {
    if (ctx.method === 'GET' && namesEvents(ctx.get('accept'))) await events(ctx, binding);
    else ctx.body = health(about, began);
  };
};

/** DELETE /: ends a session. */
export const remove =
  (binding: Binding) =>
  async (ctx: Context): Promise<void> => {
    const id = ctx.get('mcp-session-id');
    if (id === '') await elsewhere(ctx);
    else if (await binding.sessions.end(id)) ctx.status = 204;
    else noSession(ctx);
  };

const idOfBody = async (ctx: Context): Promise<unknown> => {
  try {
    return idOf(JSON.parse((await readWhole(ctx.req, maxBodyBytes)).toString('utf8')));
  } catch {
    return null;
  }
};

/** Whatever is not served: another method at the root, or another path. */
export const elsewhere = async (ctx: Context): Promise<void> => {
  if (ctx.path === '/') {
    ctx.status = 405;
    ctx.set('Allow', 'GET, HEAD, POST, DELETE');
    ctx.body = errorFrame(null, codes.refused, 'Use POST for JSON-RPC and GET for health');
    return;
  }
  const id = ctx.method === 'POST' ? await idOfBody(ctx) : null;
  refuse(ctx, 404, codes.methodNotFound, 'Method not found: the endpoint is the root path /', id);
};
