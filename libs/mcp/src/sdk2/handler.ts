import { createMcpHandler } from '@modelcontextprotocol/server';

import { isStream } from '../http/events-of.js';
import { hideErrorSecrets } from '../tools/hidden-errors.js';
import { codes, type ErrorFrame, findParamsError } from '../messages.js';
import type { Servers } from '../servers.js';

/** Handles messages of 2026-07-28 and later, for any transport. */
export interface Sdk2Handler {
  readonly answer: (request: Request, message: unknown) => Promise<Response>;
  /** Cancels running requests and subscriptions. */
  readonly close: () => Promise<void>;
}

const parseErrorFrame = (text: string): ErrorFrame | undefined => {
  const frame = text.startsWith('{') ? (JSON.parse(text) as Partial<ErrorFrame>) : {};
  return frame.error ? (frame as ErrorFrame) : undefined;
};

/** Creates the SDK's handler. Its errors have the format of older revisions, and a stream starts only for a valid request. */
export const openSdk2Handler = (
  { sdk2, bus, hide }: Pick<Servers, 'sdk2' | 'bus' | 'hide'>,
  options: { readonly keepAliveMs?: number } = {},
): Sdk2Handler => {
  const handler = createMcpHandler(sdk2, { legacy: 'reject', bus, ...options });
  return {
    answer: async (request, message) => {
      const response = await handler.fetch(request, { parsedBody: message });
      if (isStream(response) || response.body === null) return response;
      const text = await response.text();
      const { status } = response;
      const headers = new Headers(response.headers);
      headers.delete('content-length');
      const error = parseErrorFrame(text);
      if (error === undefined) return new Response(text, { status, headers });
      // For malformed params, the SDK reports an internal error whose message is a dump of the problems.
      const wrong = error.error.code === codes.internal ? findParamsError(message) : undefined;
      const shown = await hideErrorSecrets(hide, wrong ?? error);
      return new Response(JSON.stringify(shown), { status: wrong ? 200 : status, headers });
    },
    close: () => handler.close(),
  };
};
