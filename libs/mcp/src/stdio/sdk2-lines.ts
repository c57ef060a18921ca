import { parseJson } from '@tandem/core/codec';

import { readEvents, isStream } from '../http/events-of.js';
import { getMessageId } from '../messages.js';
import { openSdk2Handler } from '../sdk2/handler.js';
import type { Servers } from '../servers.js';
import { isSdk2Message, getSdk2Headers } from '../versions.js';
import type { Lines } from './lines.js';

/** Serves messages of 2026-07-28 and later, each of which says all that the server must know. */
export interface Sdk2Lines {
  /** Handles a message if it is one of these revisions. Returns whether it is. */
  readonly take: (message: unknown) => boolean;
  /** Resolves when no call is running. Open subscriptions do not count. */
  readonly idle: () => Promise<unknown>;
  /** Cancels running calls. */
  readonly close: () => Promise<void>;
}

interface MessageFields {
  readonly method?: unknown;
  readonly params?: { readonly requestId?: unknown };
}

const getRequest = (message: unknown, signal: AbortSignal): Request =>
  new Request('http://127.0.0.1/', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...getSdk2Headers(message),
    },
    signal,
  });

/** Serves each line as a request to the SDK's handler for HTTP. */
export const openSdk2Lines = (servers: Servers, lines: Lines): Sdk2Lines => {
  const handler = openSdk2Handler(servers);
  const calls = new Map<unknown, AbortController>();
  const running = new Set<Promise<void>>();
  const serve = async (message: unknown, { signal }: AbortController): Promise<void> => {
    const response = await handler.answer(getRequest(message, signal), message);
    if (isStream(response)) for await (const one of readEvents(response)) lines.send(one);
    else if (response.body && !signal.aborted) lines.send(parseJson(await response.text()) as object);
  };
  const begin = (message: unknown): void => {
    const controller = new AbortController();
    const id = getMessageId(message);
    calls.set(id, controller);
    const run = serve(message, controller)
      .catch(() => undefined)
      .finally(() => {
        running.delete(run);
        if (calls.get(id) === controller) calls.delete(id);
      });
    if ((message as MessageFields).method !== 'subscriptions/listen') running.add(run);
  };
  return {
    take: (message) => {
      const { method, params } = message as MessageFields;
      if (method === 'notifications/cancelled' && calls.has(params?.requestId)) {
        calls.get(params?.requestId)?.abort();
        return true;
      }
      if (!isSdk2Message(message)) return false;
      begin(message);
      return true;
    },
    idle: () => Promise.all(running),
    close: async () => {
      for (const call of calls.values()) call.abort();
      await handler.close();
    },
  };
};
