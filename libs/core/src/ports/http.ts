import type { Cookie, ExecutionFault } from '../domain/execution.js';
import type { TE } from '../fp.js';
import type { HeaderList } from './scripts.js';

/** A part of a multipart body with its bytes at hand. */
export type OutgoingPart =
  | { readonly name: string; readonly value: string }
  | {
      readonly name: string;
      readonly filename: string;
      readonly contentType: string;
      readonly bytes: Uint8Array;
    };

export type OutgoingBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'multipart'; readonly parts: readonly OutgoingPart[] };

export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  /** Names of fields that another origin must not be sent on a redirect, beside `authorization` and `cookie`. */
  readonly credentials?: readonly string[];
  readonly body: OutgoingBody;
}

/** Room in memory that one execution takes for its bodies. */
export interface BodyRoom {
  /** The most that all bodies in flight may take, in bytes. */
  readonly limit: number;
  /** Waits until there is room for more bytes of a body; false when the signal aborts before. */
  readonly take: (bytes: number, signal: AbortSignal) => Promise<boolean>;
  /** Gives everything back. */
  readonly release: () => void;
}

/** Room in memory for the bodies of all executions of a process. */
export interface BodyBudget {
  readonly limit: number;
  readonly open: () => BodyRoom;
}

export interface SendOptions {
  /** One deadline over connect, headers and body, in milliseconds. */
  readonly timeoutMs: number;
  readonly followRedirects: boolean;
  readonly maxRedirects: number;
  /** Most bytes of a decoded body. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Takes room before a request is sent and as its response arrives; waiting for it counts in the deadline. */
  readonly room?: BodyRoom;
}

export interface IncomingResponse {
  readonly status: number;
  readonly statusText: string;
  /** Names in lower case, in the order of arrival. */
  readonly headers: HeaderList;
  /** Decoded of its content codings. */
  readonly body: Uint8Array;
  /** Milliseconds from sending to the last byte. */
  readonly time: number;
  /** The URL that answered, after redirects. */
  readonly url: string;
  /** Whether it was sent once more because the server closed a kept connection before it answered. */
  readonly repeated?: boolean;
}

/** A send that failed; `response` is what had arrived of it, if anything. */
export interface SendFailure {
  readonly fault: ExecutionFault;
  readonly response?: IncomingResponse;
}

export interface HttpTransport {
  readonly send: (
    request: OutgoingRequest,
    options: SendOptions,
  ) => TE.TaskEither<SendFailure, IncomingResponse>;
  /** The fault with which `send` would refuse the request before it connects, if there is one. */
  readonly check: (request: OutgoingRequest) => TE.TaskEither<ExecutionFault, void>;
  /** What gzip, zlib or deflate data is compressed from, as far as it can be read; nothing for any other data. */
  readonly decompress: (data: Uint8Array) => AsyncIterable<Uint8Array>;
  /** The cookies that the `set-cookie` fields set (RFC 6265, section 5.2). */
  readonly cookiesOf: (headers: HeaderList) => readonly Cookie[];
}
