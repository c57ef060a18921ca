import { PassThrough, type Readable } from 'node:stream';

import { stringifyJson } from '@tandem/core/codec';

import type { ErrorFrame } from '../messages.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/** After how many milliseconds without an event a comment is sent, to keep the connection open. */
export const defaultKeepAliveMs = 15_000;

/** Maximum number of bytes that wait for a client which does not read. Then the stream ends. */
const maxPendingBytes = 8 * 1024 * 1024;

/** A stream of server-sent events (WHATWG HTML, section 9.2). */
export interface EventStream {
  readonly body: Readable;
  readonly send: (message: JSONRPCMessage | ErrorFrame) => void;
  /** Sends an event with a name of its own and with data that is not JSON-RPC. */
  readonly event: (name: string, data: string) => void;
  readonly end: () => void;
  readonly onClose: (listener: () => void) => void;
}

/** Opens a stream and sends its first bytes at once, so that the client knows that it is open. */
export const openEventStream = (keepAliveMs = defaultKeepAliveMs): EventStream => {
  const body = new PassThrough();
  const write = (text: string): void => {
    if (body.writableEnded || body.destroyed) return;
    body.write(text);
    if (body.writableLength > maxPendingBytes) body.destroy();
  };
  const alive = setInterval(() => {
    write(': keep-alive\n\n');
  }, keepAliveMs);
  alive.unref();
  body.once('close', () => {
    clearInterval(alive);
  });
  const event = (name: string, data: string): void => {
    write(`event: ${name}\ndata: ${data}\n\n`);
  };
  write(': open\n\n');
  return {
    body,
    event,
    send: (message) => {
      event('message', stringifyJson(message));
    },
    end: () => {
      body.end();
    },
    onClose: (listener) => {
      body.once('close', listener);
    },
  };
};
