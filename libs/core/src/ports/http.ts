import type { OutgoingAuth } from '../auth/auth.js';
import type { CookieChanges, CookieEdit, JarCookie, SentCookie } from '../cookies/jar-cookie.js';
import type { AppError } from '../errors.js';
import type { AuthStep, Connection, Cookie, ExecutionFault } from '../executions/execution.js';
import type { NetworkTimes, Redirect } from '../executions/stored-execution.js';
import type { TE } from '../fp.js';
import type { HeaderList } from '../requests/fields.js';

/** A part of a multipart body, with its bytes in memory. */
export type OutgoingPart =
  | {
      readonly name: string;
      readonly value: string;
      readonly filename?: string;
      readonly contentType?: string;
      /** Headers other than Content-Disposition and Content-Type. */
      readonly headers?: HeaderList;
    }
  | {
      readonly name: string;
      readonly filename: string;
      /** Default: the type for its file extension. */
      readonly contentType?: string;
      readonly headers?: HeaderList;
      readonly bytes: Uint8Array;
    };

/** A request body, ready to be sent. */
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
  /** Names of headers that contain credentials or secrets. Like `authorization` and `cookie`, a redirect to another origin drops them. */
  readonly credentials?: readonly string[];
  readonly body: OutgoingBody;
  /** Applied to each request to the same origin, unless the request has an `authorization` header. */
  readonly auth?: OutgoingAuth;
  /** The keys of signatures that the request already contains, such as that of a JWT. A redirect to another origin drops them. */
  readonly signedWith?: readonly string[];
}

/** The part of the memory budget that the bodies of one execution use. */
export interface BodyShare {
  /** The limit for all bodies in flight, in bytes. */
  readonly limit: number;
  /** Waits until the budget has space for more bytes of a body. Returns false if the signal aborts first. */
  readonly take: (bytes: number, signal: AbortSignal) => Promise<boolean>;
  /** Releases all reserved memory. */
  readonly release: () => void;
}

/** The memory budget for the bodies of all executions in a process. */
export interface BodyBudget {
  readonly limit: number;
  readonly open: () => BodyShare;
}

/** The cookies of one execution (RFC 6265). */
export interface CookieJar {
  /** The cookies for `url`, in sending order. */
  readonly sentTo: (url: string) => readonly SentCookie[];
  /** Stores the cookies of a response from `url` by its `set-cookie` fields, if the standard allows them. */
  readonly receive: (url: string, setCookies: readonly string[]) => void;
  /** All unexpired cookies. */
  readonly all: () => readonly JarCookie[];
  /** Sets or deletes a cookie if the standard allows it; otherwise returns the reason, as the end of a sentence. */
  readonly edit: (edit: CookieEdit) => string | undefined;
  /** The changes since the jar was opened or since the last call of this function. */
  readonly takeChanges: () => CookieChanges;
}

/** A file, and its name for messages. */
export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A client certificate for servers that match `domain`, such as `*.example.com` or `example.com:8443`. */
export type ClientCertificate = {
  readonly domain: string;
  readonly passphrase?: string;
} & (
  | { readonly type: 'pem'; readonly certificate: NamedFile; readonly key: NamedFile }
  | { readonly type: 'pkcs12'; readonly pkcs12: NamedFile }
);

/** How the identity of servers is verified, and which client certificates are sent. */
export interface TlsOptions {
  /** Default true. */
  readonly verify?: boolean;
  /** PEM files with trusted CAs, in addition to those of Node and the system. */
  readonly ca?: readonly NamedFile[];
  /** The client certificates. A server gets the first certificate whose domain matches. */
  readonly clientCertificates?: readonly ClientCertificate[];
}

/** A proxy, with its variables filled in. */
export interface ProxyOptions {
  /** http, https or socks5. */
  readonly protocol: string;
  readonly hostname: string;
  /** Empty for the protocol's default. */
  readonly port: string;
  readonly username?: string;
  readonly password?: string;
  /** Hosts that bypass the proxy, separated by commas. */
  readonly bypass: string;
}

/** Why a request is sent: as the initial request, for a redirect, to answer a challenge, or to get a token. */
export type Hop = 'first' | 'redirect' | 'auth' | 'token';

/** The proxy of an outgoing request. */
export interface OutgoingProxy {
  readonly protocol: 'http' | 'https' | 'socks5';
  readonly hostname: string;
  readonly port: number;
  /** The credentials that are sent if the proxy asks for them. */
  readonly credentials?: { readonly username: string; readonly password: string };
  /** Whether the proxy can read the request. Otherwise it only sees the host and port. */
  readonly forwards: boolean;
}

/** An outgoing request with its cookies, auth and body bytes. */
export interface PreparedRequest {
  readonly hop: Hop;
  readonly method: string;
  /**
   * The origin in canonical form, then path and query byte for byte. URL credentials have already become a header.
   */
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: string | Uint8Array | null;
  readonly proxy?: OutgoingProxy;
  /** The keys and passwords that the auth signs with. The request contains what was made from them, but not the values. */
  readonly signedWith?: readonly string[];
  /** Whether the server's certificate is not verified, so that any server may read the request. */
  readonly isUnverified?: true;
}

/**
 * Decides whether a request may be sent. Called before a host name is resolved or a connection is opened. It may wait; the wait does not
 * count towards the timeout.
 * @returns the fault of a request that must not be sent
 */
export type SendGuard = (
  request: PreparedRequest,
  signal: AbortSignal,
) => Promise<ExecutionFault | undefined>;

/** How a request is sent: its guard, limits, TLS, proxy and cookies. */
export interface SendOptions {
  /** Called before each request: the first, each redirect, and each answer to a challenge. */
  readonly guard: SendGuard;
  /** Timeout for connection, headers and body together, in milliseconds. */
  readonly timeoutMs: number;
  readonly followRedirects: boolean;
  readonly maxRedirects: number;
  /** Maximum size of a decoded body, in bytes. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Reserves memory before a request is sent and while its response arrives. Waiting counts towards the timeout. */
  readonly share?: BodyShare;
  /** Receives the decoded body of an event stream as it arrives: an empty piece with the headers, then each piece. */
  readonly onPiece?: (piece: Uint8Array) => void;
  /** Sends the jar's cookies with the request and each redirect, and stores the cookies of each response. */
  readonly cookies?: CookieJar;
  readonly tls?: TlsOptions;
  /** The HTTP version. `auto` uses HTTP/2 if the server offers it, otherwise 1.1. Default 1.1. */
  readonly http?: '1.1' | '2' | 'auto';
  /** `system` uses the proxy in HTTP_PROXY, HTTPS_PROXY or ALL_PROXY. Default: no proxy. */
  readonly proxy?: ProxyOptions | 'system';
}

/**
 * A request in the form in which it is first written, over HTTP/1.1. A challenge, a redirect or proxy authentication can cause further
 * requests.
 */
export interface WrittenRequest {
  readonly method: string;
  /** The path and query, or the whole URL for a proxy that forwards requests. */
  readonly target: string;
  /** All headers, in order. */
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  /** The same request in the form that a guard checks. */
  readonly departing: PreparedRequest;
}

/** A response as received, with its body decoded. */
export interface IncomingResponse {
  readonly status: number;
  readonly statusText: string;
  /** Names in lowercase, in the order received. */
  readonly headers: HeaderList;
  /** The body after content decoding. */
  readonly body: Uint8Array;
  /** Milliseconds from sending to the last byte. */
  readonly time: number;
  /** The final URL, after redirects. */
  readonly url: string;
  /** Whether the request was resent because the server closed a reused connection before responding. */
  readonly repeated?: boolean;
  /** The followed redirects, if any. */
  readonly redirects?: readonly Redirect[];
  /** The requests that the server answered with a challenge, if any. */
  readonly steps?: readonly AuthStep[];
  /** Timings of this response's request, if the response arrived completely. */
  readonly times?: NetworkTimes;
  /** The connection of the last request. */
  readonly connection?: Connection;
}

/** A failed send. `response` is the part received, if any. */
export interface SendFailure {
  readonly fault: ExecutionFault;
  readonly response?: IncomingResponse;
  /** The followed redirects, if any. */
  readonly redirects?: readonly Redirect[];
  /** The requests that the server answered with a challenge, if any. */
  readonly steps?: readonly AuthStep[];
}

/** Sends HTTP requests. Everything sent to a request's host passes through here. */
export interface HttpTransport {
  readonly send: (
    request: OutgoingRequest,
    options: SendOptions,
  ) => TE.TaskEither<SendFailure, IncomingResponse>;
  /** Returns what `send` would write first, or the fault that it would report before it connects. Does not connect. */
  readonly write: (
    request: OutgoingRequest,
    options: Pick<SendOptions, 'cookies' | 'proxy'>,
  ) => TE.TaskEither<ExecutionFault, WrittenRequest>;
  /** Decompresses gzip, zlib or deflate data as far as it is readable. Yields nothing for other data. */
  readonly decompress: (data: Uint8Array) => AsyncIterable<Uint8Array>;
  /** The cookies in the `set-cookie` fields (RFC 6265, section 5.2). */
  readonly cookiesOf: (headers: HeaderList) => readonly Cookie[];
  /**
   * Opens a jar with these cookies. Its changes remove the expired ones.
   * @param by the caller that receives new cookies
   */
  readonly openJar: (cookies: readonly JarCookie[], by?: string) => CookieJar;
}

/** Reads and adds files inside a workspace's folder. Never accesses anything outside that folder. */
export interface RequestFiles {
  /**
   * The bytes of `relative` below `folder`. Reads no more than `maxBytes` bytes. Fails with FILE_REFUSED if the path leaves the folder
   * (`..`, absolute, a symbolic link), is not a file, or has more than `maxBytes` bytes, and with FILE_NOT_FOUND if it does not exist.
   */
  readonly read: (
    folder: string,
    relative: string,
    maxBytes?: number,
  ) => TE.TaskEither<ExecutionFault, Uint8Array>;
  /**
   * Sorted paths of the files below `folder`, with slashes: at most `maxFiles`, and whether there are more. Skips symbolic links, `.git`
   * and `node_modules`. A missing folder counts as empty.
   */
  readonly list: (
    folder: string,
    maxFiles: number,
  ) => TE.TaskEither<AppError, { readonly files: readonly string[]; readonly isCut: boolean }>;
  /**
   * Writes a new file into `files/` below `folder` atomically, and returns its path with slashes. If the name is taken, a number is added.
   * `name` contains no folder. Fails with invalid-input if there are more than `maxBytes` bytes, and with folder-unusable if `files` is a
   * link or not a folder.
   */
  readonly add: (
    folder: string,
    name: string,
    bytes: AsyncIterable<Uint8Array>,
    maxBytes: number,
  ) => TE.TaskEither<AppError, string>;
  /** Fails with FILE_REFUSED if `save` would refuse the path. */
  readonly checkNew: (folder: string, relative: string) => TE.TaskEither<ExecutionFault, void>;
  /**
   * Writes a new file below `folder` atomically, readable only by its owner. Creates missing folders. Fails with FILE_REFUSED if the file
   * exists, the path leaves the folder, or a link or file blocks the path.
   */
  readonly save: (folder: string, relative: string, bytes: Uint8Array) => TE.TaskEither<ExecutionFault, void>;
}
