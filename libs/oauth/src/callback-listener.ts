import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { defaultCallbackUrl } from '@tandem/core';
import { createAuthFailure } from './fault.js';

/** The response that the person's browser gets. */
interface BrowserReply {
  readonly ok: boolean;
  readonly text: string;
}

/** Creates the response for a callback; null if no one waits for a callback with this state. */
type OnCallback = (parameters: URLSearchParams) => Promise<BrowserReply> | null;

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const renderPage = ({ ok, text }: BrowserReply): string =>
  `<!doctype html><meta charset="utf-8"><title>Tandem</title><body style="font:16px/1.5 system-ui;margin:3rem auto;max-width:36rem;padding:0 1rem"><h1 style="font-size:1.25rem">${ok ? 'Signed in' : 'Not signed in'}</h1><p>${escapeHtml(text)}</p></body>`;

const sendPage = (response: ServerResponse, status: number, reply: BrowserReply): void => {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    connection: 'close',
  });
  response.end(renderPage(reply));
};

/** Parses the configured callback URL, and refuses it if a browser on this machine cannot be redirected to it. */
export const parseCallbackUrl = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLoopback = ['127.0.0.1', '[::1]', 'localhost'].includes(url?.hostname ?? '');
  if (url?.protocol === 'http:' && isLoopback && url.port !== '') return url;
  throw createAuthFailure(
    `The callback URL "${text}" must be http on 127.0.0.1, [::1] or localhost with a port, such as ${defaultCallbackUrl}. Register that at the server and set it as callbackUrl.`,
    { field: 'callbackUrl' },
  );
};

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject).on('error', () => undefined);
      resolve();
    });
  });

const listLoopbackAddresses = ({ hostname }: URL): readonly string[] => {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) > 0 ? [bare] : ['127.0.0.1', '::1'];
};

const handleCallback =
  (url: URL, onCallback: OnCallback) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = new URL(request.url ?? '/', url);
    const isCallback =
      request.method === 'GET' && request.headers.host === url.host && asked.pathname === url.pathname;
    const pending = isCallback ? onCallback(asked.searchParams) : null;
    if (pending === null) {
      sendPage(response, 404, {
        ok: false,
        text: 'Nobody waits for this sign-in. Start it again in Tandem.',
      });
      return;
    }
    const reply = await pending;
    sendPage(response, reply.ok ? 200 : 400, reply);
  };

/**
 * Listens on loopback for redirected browsers (RFC 8252, section 7.3).
 * @throws OAuthFailure if the port cannot be used
 */
const openListener = async (url: URL, onCallback: OnCallback): Promise<{ readonly close: () => void }> => {
  const servers: Server[] = [];
  // Pending responses are still sent. Each of them closes its connection.
  const close = (): void => {
    for (const server of servers) server.close();
  };
  for (const host of listLoopbackAddresses(url)) {
    const server = createServer({ requestTimeout: 10_000, maxHeaderSize: 32_768 }, (request, response) => {
      handleCallback(url, onCallback)(request, response).catch(() => response.destroy());
    });
    try {
      await listen(server, Number(url.port), host);
      servers.push(server);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      const isMissingIpv6 = servers.length > 0 && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT');
      if (isMissingIpv6) continue;
      close();
      throw createAuthFailure(
        `The port of the callback URL ${url.href} cannot be used (${code}). Close what uses it, or set another callbackUrl.`,
        { field: 'callbackUrl', cause: code },
      );
    }
  }
  return { close };
};

type Receive = (parameters: URLSearchParams) => Promise<BrowserReply>;

interface OpenListener {
  readonly waiting: Map<string, Receive>;
  readonly opened: Promise<{ readonly close: () => void }>;
}

/** The listeners for callbacks, one per callback URL, as long as someone waits for a callback there. */
export interface Listeners {
  /** Waits for the callback with this state. The wait ends when the browser has its response. */
  readonly wait: (url: URL, state: string, receive: Receive) => Promise<() => void>;
  readonly close: () => void;
}

export const createListeners = (): Listeners => {
  const open = new Map<string, OpenListener>();
  const leave = (url: URL, state: string): void => {
    const here = open.get(url.host);
    here?.waiting.delete(state);
    if (here === undefined || here.waiting.size > 0) return;
    open.delete(url.host);
    void here.opened.then(({ close }) => close()).catch(() => undefined);
  };
  const opening = (url: URL): OpenListener => {
    const waiting = new Map<string, Receive>();
    const opened = openListener(url, (parameters) => {
      const state = parameters.get('state') ?? '';
      const receive = waiting.get(state);
      waiting.delete(state);
      return receive === undefined ? null : receive(parameters).finally(() => leave(url, state));
    });
    return { waiting, opened };
  };
  return {
    wait: async (url, state, receive) => {
      const here = open.get(url.host) ?? opening(url);
      open.set(url.host, here);
      here.waiting.set(state, receive);
      try {
        await here.opened;
      } catch (error) {
        leave(url, state);
        throw error;
      }
      return () => leave(url, state);
    },
    close: () => {
      for (const { opened } of open.values()) void opened.then(({ close }) => close()).catch(() => undefined);
      open.clear();
    },
  };
};
