import type { OutgoingAuth } from '../auth/auth.js';
import type { Cookie, ExecutionFault } from '../executions/execution.js';
import type { CookieEdit } from '../cookies/cookie-edit.js';
import type { AuthStep, Connection } from '../executions/execution-network.js';
import type { CookieChanges, JarCookie, SentCookie } from '../cookies/jar-cookie.js';
import type { NetworkTimes, Redirect } from '../executions/stored-execution.js';
import type { TE } from '../fp.js';
import type { HeaderList } from './scripts.js';

/** A part of a multipart body, with its bytes in memory. */
export type OutgoingPart =
  | {
      readonly name: string;
      readonly value: string;
      readonly filename?: string;
      readonly contentType?: string;
      /** Others than Content-Disposition and Content-Type. */
      readonly headers?: HeaderList;
    }
  | {
      readonly name: string;
      readonly filename: string;
      /** Default: the type of the extension of its name. */
      readonly contentType?: string;
      readonly headers?: HeaderList;
      readonly bytes: Uint8Array;
    };

/** The body of a request, ready to be sent. */
export type OutgoingBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'multipart'; readonly parts: readonly OutgoingPart[] };

/** A request with everything filled in. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  /** Names of headers with credentials or secrets: like `authorization` and `cookie`, they are not sent to another origin. */
  readonly credentials?: readonly string[];
  readonly body: OutgoingBody;
  /** Applied to each request to this origin, unless the request has an `authorization` header. */
  readonly auth?: OutgoingAuth;
}

/** The memory reserved for the bodies of one execution. */
export interface BodyShare {
  /** The limit for all bodies in flight, in bytes. */
  readonly limit: number;
  /** Waits until the budget has space for more bytes of a body; false if the signal aborts first. */
  readonly take: (bytes: number, signal: AbortSignal) => Promise<boolean>;
  /** Releases all of it. */
  readonly release: () => void;
}

/** The memory budget for the bodies of all executions of a process. */
export interface BodyBudget {
  readonly limit: number;
  readonly open: () => BodyShare;
}

/** The cookies of one execution (RFC 6265). */
export interface CookieJar {
  /** Those sent to `url`, in the order in which they are sent. */
  readonly sentTo: (url: string) => readonly SentCookie[];
  /** Stores what the `set-cookie` fields of a response from `url` set, as far as the standard allows it. */
  readonly receive: (url: string, setCookies: readonly string[]) => void;
  /** All that have not expired. */
  readonly all: () => readonly JarCookie[];
  /** Sets or deletes a cookie as far as the standard allows it; otherwise the reason, as the end of a sentence. */
  readonly edit: (edit: CookieEdit) => string | undefined;
  /** What has changed since the jar was opened or these were taken last. */
  readonly takeChanges: () => CookieChanges;
}

/** A file by the name that messages have for it. */
export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A certificate that authenticates us to the servers that match `domain`, such as `*.example.com` or `example.com:8443`. */
export type ClientCertificate = {
  readonly domain: string;
  readonly passphrase?: string;
} & (
  | { readonly type: 'pem'; readonly certificate: NamedFile; readonly key: NamedFile }
  | { readonly type: 'pkcs12'; readonly pkcs12: NamedFile }
);

/** How servers are verified, and how we authenticate to them. */
export interface TlsOptions {
  /** Default true. */
  readonly verify?: boolean;
  /** PEM files with CAs to trust, besides those of Node and of the system. */
  readonly ca?: readonly NamedFile[];
  /** The first that matches a server is used. */
  readonly clientCertificates?: readonly ClientCertificate[];
}

/** A proxy, with its variables filled in. */
export interface ProxyOptions {
  /** http, https or socks5. */
  readonly protocol: string;
  readonly hostname: string;
  /** Empty for the default of the protocol. */
  readonly port: string;
  readonly username?: string;
  readonly password?: string;
  /** Hosts that requests go to without it, separated by commas. */
  readonly bypass: string;
}

/** Why a request is sent: as the first, for a redirect, to answer a challenge, or to get a token. */
export type Hop = 'first' | 'redirect' | 'auth' | 'token';

/** The proxy of a request that is about to be sent. */
export interface OutgoingProxy {
  readonly protocol: 'http' | 'https' | 'socks5';
  readonly hostname: string;
  readonly port: number;
  /** What it is shown if it asks. */
  readonly credentials?: { readonly username: string; readonly password: string };
  /** Whether it reads the request itself; otherwise it only learns the host and the port. */
  readonly forwards: boolean;
}

/** A request as it is about to be sent: with its cookies, its auth and the bytes of its body. */
export interface PreparedRequest {
  readonly hop: Hop;
  readonly method: string;
  /** The origin in its canonical form, then path and query byte for byte; credentials in a URL are a header by now. */
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: string | Uint8Array | null;
  readonly proxy?: OutgoingProxy;
  /** Whether the certificate of its server is not checked, so that whoever answers may read it. */
  readonly isUnverified?: true;
}

/**
 * Decides whether a request may be sent. It is asked before a name is resolved or a connection opened, and may wait, which does
 * not count towards the timeout.
 * @returns the fault of a request that must not be sent
 */
export type SendGuard = (
  request: PreparedRequest,
  signal: AbortSignal,
) => Promise<ExecutionFault | undefined>;

/** How a request is sent: its guard, limits, TLS, proxy and cookies. */
export interface SendOptions {
  /** Asked before each request: the first, each redirect, and each answer to a challenge. */
  readonly guard: SendGuard;
  /** One timeout for connect, headers and body together, in milliseconds. */
  readonly timeoutMs: number;
  readonly followRedirects: boolean;
  readonly maxRedirects: number;
  /** The limit for a decoded body, in bytes. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Reserves memory before a request is sent and while its response arrives; waiting counts towards the timeout. */
  readonly share?: BodyShare;
  /** Receives the decoded body of an event stream as it arrives: nothing with its head, then each piece. */
  readonly onPiece?: (piece: Uint8Array) => void;
  /** Sends its cookies with every hop and stores those of every response. */
  readonly cookies?: CookieJar;
  readonly tls?: TlsOptions;
  /** The version of HTTP; `auto`: HTTP/2 if the server offers it. Default 1.1. */
  readonly http?: '1.1' | '2' | 'auto';
  /** `system`: the one that HTTP_PROXY, HTTPS_PROXY or ALL_PROXY name. Default: none. */
  readonly proxy?: ProxyOptions | 'system';
}

/** A request as it is written first, over HTTP/1.1; a challenge, a redirect or a proxy that asks can lead to more. */
export interface WrittenRequest {
  readonly method: string;
  /** Path and query, or all of the URL for a proxy that forwards. */
  readonly target: string;
  /** All of them, in their order. */
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  /** The same as a guard would see it. */
  readonly departing: PreparedRequest;
}

/** A response as it arrived, its body decoded. */
export interface IncomingResponse {
  readonly status: number;
  readonly statusText: string;
  /** Names in lower case, in the order received. */
  readonly headers: HeaderList;
  /** The body after content decoding. */
  readonly body: Uint8Array;
  /** Milliseconds from sending to the last byte. */
  readonly time: number;
  /** The final URL, after redirects. */
  readonly url: string;
  /** Whether the request was retried because the server closed a reused connection before responding. */
  readonly repeated?: boolean;
  /** The redirects that were followed, if any. */
  readonly redirects?: readonly Redirect[];
  /** The requests that were answered with a challenge, if any. */
  readonly steps?: readonly AuthStep[];
  /** Of the request that it is the response to, when all of it arrived. */
  readonly times?: NetworkTimes;
  /** The connection of the last request. */
  readonly connection?: Connection;
}

/** A failed send; `response` is what had been received, if anything. */
export interface SendFailure {
  readonly fault: ExecutionFault;
  readonly response?: IncomingResponse;
  /** The redirects that were followed, if any. */
  readonly redirects?: readonly Redirect[];
  /** The requests that were answered with a challenge, if any. */
  readonly steps?: readonly AuthStep[];
}

/** Sends HTTP requests. All that leaves the process for the host of a request passes through here. */
export interface HttpTransport {
  readonly send: (
    request: OutgoingRequest,
    options: SendOptions,
  ) => TE.TaskEither<SendFailure, IncomingResponse>;
  /** What `send` would write first, without connecting, or the fault that it would report before that. */
  readonly write: (
    request: OutgoingRequest,
    options: Pick<SendOptions, 'cookies' | 'proxy'>,
  ) => TE.TaskEither<ExecutionFault, WrittenRequest>;
  /** Decompresses gzip, zlib or deflate data as far as it is readable; yields nothing for other data. */
  readonly decompress: (data: Uint8Array) => AsyncIterable<Uint8Array>;
  /** The cookies that the `set-cookie` fields set (RFC 6265, section 5.2). */
  readonly cookiesOf: (headers: HeaderList) => readonly Cookie[];
  /**
   * Opens a jar with these cookies; those that have expired are among its changes.
   * @param by the caller that receives the new ones
   */
  readonly openJar: (cookies: readonly JarCookie[], by?: string) => CookieJar;
}
