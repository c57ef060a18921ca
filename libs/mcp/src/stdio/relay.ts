import { setTimeout as passing } from 'node:timers/promises';

import { eventsOf, isStream } from '../http/events-of.js';
import { codes, errorFrame, idOf } from '../messages.js';
import { sdk2VersionOf, sdk2Headers } from '../versions.js';
import { graceMs, type Lines } from './lines.js';

export interface RelayOptions {
  readonly url: string;
  readonly token?: string;
  /** Where the server is now, asked when nobody listens any more where it was. */
  readonly find?: () => Promise<string | undefined>;
}

interface MessageFields {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** How long until a stream that ended is opened again, in milliseconds. */
const againMs = 1_000;

/** Whether nobody has taken what was sent, so that it can be sent again. */
const isRefused = (error: unknown): boolean =>
  (error as { readonly cause?: { readonly code?: unknown } }).cause?.code === 'ECONNREFUSED';

/** One client's link to a server: what it sends and how it listens. */
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
        ...sdk2Headers(message),
      },
      body: JSON.stringify(message),
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
  /** Sends what comes back on to the client; true when the answer was among it. */
  const receive = async (response: Response, id: unknown): Promise<boolean> => {
    session = response.headers.get('mcp-session-id') ?? session;
    if (response.status === 202) return true;
    if (!isStream(response)) {
      const body = (await response.json()) as object;
      forward(Array.isArray(body) || idOf(body) !== null ? body : { ...body, id: id ?? null });
      return true;
    }
    let isAnswered = false;
    for await (const message of eventsOf(response)) {
      if (!('method' in message) && idOf(message) === id) isAnswered = true;
      forward(message);
    }
    return isAnswered;
  };
  return { ended, calls, common, post, receive, forward, url: () => present };
};

type Link = ReturnType<typeof openLink>;

/** Hears what concerns no call, for a client that has a session, until the client ends. */
const listen = async ({ ended: { signal }, common, forward, url }: Link): Promise<void> => {
  while (!signal.aborted) {
    try {
      const response = await fetch(url(), { headers: { ...common(), accept: 'text/event-stream' }, signal });
      if (response.status === 404) return;
      if (isStream(response)) for await (const message of eventsOf(response)) forward(message);
    } catch {
      // The server is away for a while, or the client has ended.
    }
    await passing(againMs, undefined, { signal }).catch(() => undefined);
  }
};

/** Whether a message is a notification or an answer. */
const needsNoResponse = (message: unknown): boolean => {
  const { id, method } = message as MessageFields;
  return method === undefined
    ? 'result' in (message as object) || 'error' in (message as object)
    : id === undefined;
};

const isRequest = ({ id, method }: MessageFields): boolean => id !== undefined && method !== undefined;

/** An error for each request that cannot be answered: one frame, or as many as a batch has requests. */
const refusal = (message: unknown, why: string): object | undefined => {
  const frame = ({ id }: MessageFields) => errorFrame(id, codes.refused, why);
  if (!Array.isArray(message))
    return isRequest(message as MessageFields) ? frame(message as MessageFields) : undefined;
  const frames = (message as readonly (MessageFields | null)[]).flatMap((one) =>
    one !== null && isRequest(one) ? [frame(one)] : [],
  );
  return frames.length === 0 ? undefined : frames;
};

/** Sends one message, and an error back if a request cannot be answered. */
const relay = async (link: Link, message: unknown, lines: Lines): Promise<void> => {
  const { id } = message as MessageFields;
  const isCall = isRequest(message as MessageFields);
  const controller = new AbortController();
  if (isCall) link.calls.set(id, controller);
  const fail = (why: string): void => {
    const frame = controller.signal.aborted ? undefined : refusal(message, why);
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

/** A call of 2026-07-28 is cancelled by leaving it, an older one by the notification itself. */
const abortCall = (link: Link, message: unknown): boolean => {
  const { method, params } = message as MessageFields;
  if (method !== 'notifications/cancelled' || sdk2VersionOf(message) === undefined) return false;
  link.calls.get(params?.requestId)?.abort();
  return true;
};

const read = (line: string): unknown => {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
};

/**
 * Passes a client's lines on to a server over HTTP, and what it says back, until the client ends. A server that has moved
 * to another port is followed; a call that it cannot be given is answered with an error, and the next one is tried again.
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
    const message = read(line);
    if (typeof message !== 'object' || message === null) {
      lines.send(
        errorFrame(null, message === undefined ? codes.parse : codes.invalidRequest, 'Not a message'),
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
