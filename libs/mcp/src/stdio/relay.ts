import { setTimeout as passing } from 'node:timers/promises';

import { parseJson, stringifyJson } from '@tandem/core/codec';

import { parseMessage } from '../parse-message.js';
import { readEvents, isStream } from '../http/events-of.js';
import { codes, createErrorFrame, getMessageId } from '../messages.js';
import { getSdk2Version, getSdk2Headers } from '../versions.js';
import { graceMs, type Lines } from './lines.js';

export interface RelayOptions {
  readonly url: string;
  readonly token?: string;
  /** Finds the current address of the server, once connections to the old address are refused. */
  readonly find?: () => Promise<string | undefined>;
}

interface MessageFields {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** How long to wait before a stream that has ended is opened again, in milliseconds. */
const reopenDelayMs = 1_000;

/** Whether the connection was refused. Then nothing was sent, so the request can be sent again. */
const isRefused = (error: unknown): boolean =>
  (error as { readonly cause?: { readonly code?: unknown } }).cause?.code === 'ECONNREFUSED';

/** Opens the connection of one client to a server. */
const openLink = ({ url, token, find = () => Promise.resolve(undefined) }: RelayOptions, lines: Lines) => {
  let present = url;
  const ended = new AbortController();
  const calls = new Map<unknown, AbortController>();
  let session: string | undefined;
  let version: string | undefined;
  const common = (): Record<string, string> => ({
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(session === undefined ? {} : { 'mcp-session-id': session }),
    ...(version === undefined ? {} : { 'mcp-protocol-version': version }),
  });
  const forward = (message: object): void => {
    const { result } = message as { readonly result?: { readonly protocolVersion?: unknown } };
    if (typeof result?.protocolVersion === 'string') version = result.protocolVersion;
    lines.send(message);
  };
  const postTo = (to: string, message: unknown, signal: AbortSignal): Promise<Response> =>
    fetch(to, {
      method: 'POST',
      headers: {
        ...common(),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...getSdk2Headers(message),
      },
      body: stringifyJson(message),
      signal,
    });
  const post = async (message: unknown, signal: AbortSignal): Promise<Response> => {
    const tried = present;
    try {
      return await postTo(tried, message, signal);
    } catch (error) {
      const found = isRefused(error) ? await find() : undefined;
      if (found === undefined || found === tried) throw error;
      present = found;
      return postTo(found, message, signal);
    }
  };
  /** Passes a response on to the client. Returns whether it contained the answer to `id`. */
  const receive = async (response: Response, id: unknown): Promise<boolean> => {
    session = response.headers.get('mcp-session-id') ?? session;
    if (response.status === 202) return true;
    if (!isStream(response)) {
      const body = parseJson(await response.text()) as object;
      forward(Array.isArray(body) || getMessageId(body) !== null ? body : { ...body, id: id ?? null });
      return true;
    }
    let isAnswered = false;
    for await (const message of readEvents(response)) {
      if (!('method' in message) && getMessageId(message) === id) isAnswered = true;
      forward(message);
    }
    return isAnswered;
  };
  return { ended, calls, common, post, receive, forward, url: () => present };
};

type Link = ReturnType<typeof openLink>;

/** Passes messages that belong to no call on to a client with a session, until the client ends. */
const listen = async ({ ended: { signal }, common, forward, url }: Link): Promise<void> => {
  while (!signal.aborted) {
    try {
      const response = await fetch(url(), { headers: { ...common(), accept: 'text/event-stream' }, signal });
      if (response.status === 404) return;
      if (isStream(response)) for await (const message of readEvents(response)) forward(message);
    } catch {
      // Either the server is unavailable for the moment, or the client has ended.
    }
    await passing(reopenDelayMs, undefined, { signal }).catch(() => undefined);
  }
};

/** Whether a message expects no answer, because it is a notification or an answer itself. */
const needsNoResponse = (message: unknown): boolean => {
  const { id, method } = message as MessageFields;
  return method === undefined
    ? 'result' in (message as object) || 'error' in (message as object)
    : id === undefined;
};

const isRequest = ({ id, method }: MessageFields): boolean => id !== undefined && method !== undefined;

/** Creates an error for each request in a message that could not be delivered: one frame, or an array for a batch. */
const createRefusal = (message: unknown, why: string): object | undefined => {
  const frame = ({ id }: MessageFields) => createErrorFrame(id, codes.refused, why);
  if (!Array.isArray(message))
    return isRequest(message as MessageFields) ? frame(message as MessageFields) : undefined;
  const frames = (message as readonly (MessageFields | null)[]).flatMap((one) =>
    one !== null && isRequest(one) ? [frame(one)] : [],
  );
  return frames.length === 0 ? undefined : frames;
};

/** Sends one message to the server. If a request cannot be delivered, answers it with an error. */
const relay = async (link: Link, message: unknown, lines: Lines): Promise<void> => {
  const { id } = message as MessageFields;
  const isCall = isRequest(message as MessageFields);
  const controller = new AbortController();
  if (isCall) link.calls.set(id, controller);
  const fail = (why: string): void => {
    const frame = controller.signal.aborted ? undefined : createRefusal(message, why);
    if (frame !== undefined) lines.send(frame);
  };
  try {
    const response = await link.post(message, AbortSignal.any([controller.signal, link.ended.signal]));
    if (needsNoResponse(message)) await response.body?.cancel();
    else if (!(await link.receive(response, id)))
      fail(`The Tandem server at ${link.url()} stopped before it responded`);
  } catch {
    fail(`The Tandem server at ${link.url()} cannot be reached; start Tandem again and repeat the call`);
  } finally {
    if (isCall) link.calls.delete(id);
  }
};

/**
 * Cancels a call of 2026-07-28 by aborting its HTTP request. False for a call of an older revision, which the server cancels when it gets
 * the notification.
 */
const abortCall = (link: Link, message: unknown): boolean => {
  const { method, params } = message as MessageFields;
  if (method !== 'notifications/cancelled' || getSdk2Version(message) === undefined) return false;
  link.calls.get(params?.requestId)?.abort();
  return true;
};

const parseLine = (line: string): unknown => {
  try {
    return parseMessage(line);
  } catch {
    return undefined;
  }
};

/**
 * Relays messages between a client on stdio and a server over HTTP until the client ends. If the server restarts on another port, messages
 * go there. A call that cannot be delivered gets an error, and later calls are still sent.
 */
export const relayLines = async (options: RelayOptions, lines: Lines): Promise<void> => {
  const link = openLink(options, lines);
  const running = new Set<Promise<void>>();
  const run = (work: Promise<void>): void => {
    const tracked = work.finally(() => running.delete(tracked));
    running.add(tracked);
  };
  let listening: Promise<void> | undefined;
  await lines.each((line) => {
    const message = parseLine(line);
    if (typeof message !== 'object' || message === null) {
      lines.send(
        createErrorFrame(null, message === undefined ? codes.parse : codes.invalidRequest, 'Not a message'),
      );
      return;
    }
    if (abortCall(link, message)) return;
    const isReady = (message as MessageFields).method === 'notifications/initialized';
    run(
      relay(link, message, lines).then(() => {
        if (isReady) listening ??= listen(link);
      }),
    );
  });
  const late = setTimeout(() => {
    link.ended.abort();
  }, graceMs);
  await Promise.all(running);
  clearTimeout(late);
  link.ended.abort();
  await listening;
};
