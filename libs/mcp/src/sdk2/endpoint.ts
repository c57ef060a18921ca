import { Readable } from 'node:stream';
import { setTimeout as passing } from 'node:timers/promises';

import { isLegacyRequest } from '@modelcontextprotocol/server';
import { parseJson } from '@tandem/core/codec';
import type { Context } from 'koa';

import { parseAccept } from '../http/accept.js';
import { type EventStream, openEventStream } from '../http/event-stream.js';
import { readEvents, isStream } from '../http/events-of.js';
import { sendStream } from '../http/body.js';
import { type ErrorFrame, isMessage } from '../messages.js';
import { openSdk2Handler } from './handler.js';
import type { Servers } from '../servers.js';
import { isSdk2Message, isSdk1Version } from '../versions.js';

export interface Sdk2EndpointOptions extends Pick<Servers, 'sdk2' | 'bus' | 'hide'> {
  readonly silenceMs: number;
  readonly keepAliveMs: number;
}

/** Serves the revisions from 2026-07-28 on. They have no connections: each request says all that the server must know. */
export interface Sdk2Endpoint {
  /** Handles a message if it is a single one of these revisions. Resolves to whether it was. */
  readonly takes: (ctx: Context, message: unknown) => Promise<boolean>;
  readonly serve: (ctx: Context, message: unknown) => Promise<void>;
  /** Cancels running requests and subscriptions. */
  readonly close: () => Promise<void>;
}

const toHeaderEntries = ({ headers }: Context): [string, string][] =>
  Object.entries(headers).flatMap(([name, value = '']) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );

const getRequest = (ctx: Context, signal?: AbortSignal): Request =>
  new Request('http://127.0.0.1/', {
    method: 'POST',
    headers: toHeaderEntries(ctx),
    ...(signal ? { signal } : {}),
  });

/** Sends a response on a stream that was opened before the response arrived. */
const forwardStream = async (answered: Promise<Response>, stream: EventStream): Promise<void> => {
  const response = await answered;
  if (isStream(response)) for await (const message of readEvents(response)) stream.send(message);
  else if (response.body) stream.send(parseJson(await response.text()) as ErrorFrame);
  stream.end();
};

const send = async (ctx: Context, response: Response): Promise<void> => {
  ctx.status = response.status;
  response.headers.forEach((value, name) => {
    if (name !== 'connection') ctx.set(name, value);
  });
  if (isStream(response) && response.body) ctx.body = Readable.fromWeb(response.body as ReadableStream);
  else {
    const status = response.status;
    ctx.body = response.body ? await response.text() : null;
    ctx.status = status;
  }
};

/** Opens the endpoint for the revisions from 2026-07-28 on, with the SDK's handler. A slow answer becomes a stream. */
export const openSdk2Endpoint = ({
  silenceMs,
  keepAliveMs,
  ...servers
}: Sdk2EndpointOptions): Sdk2Endpoint => {
  const handler = openSdk2Handler(servers, { keepAliveMs });
  return {
    takes: async (ctx, message) => {
      const version = ctx.get('mcp-protocol-version');
      const isSdk1 = !isSdk2Message(message) && (version === '' || isSdk1Version(version));
      return !isSdk1 && isMessage(message) && !(await isLegacyRequest(getRequest(ctx), message));
    },
    serve: async (ctx, message) => {
      const gone = new AbortController();
      ctx.res.once('close', () => {
        if (!ctx.res.writableFinished) gone.abort();
      });
      const answered = handler.answer(getRequest(ctx, gone.signal), message);
      const silence = new AbortController();
      const first =
        parseAccept(ctx.get('accept')) === 'json'
          ? await answered
          : await Promise.race([
              answered,
              passing(silenceMs, undefined, { signal: silence.signal }).catch(() => undefined),
            ]);
      silence.abort();
      if (first) {
        await send(ctx, first);
        return;
      }
      const stream = openEventStream(keepAliveMs);
      sendStream(ctx, stream.body);
      forwardStream(answered, stream).catch(stream.end);
    },
    close: () => handler.close(),
  };
};
