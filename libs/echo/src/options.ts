import { defaultMaxBytesInFlight } from '@tandem/node/http';

/** Options of the echo application. */
export interface EchoOptions {
  /** Maximum size of a body, in decoded bytes; default 10 MiB. A longer body is answered with 413. */
  readonly maxBody?: number;
  /** Maximum size of a multipart body, in decoded bytes; default 100 MiB. */
  readonly maxUpload?: number;
  /** Maximum number of parts of a multipart body; default 100,000. A body with more parts is answered with 413. */
  readonly maxParts?: number;
  /** Maximum total size of the bodies in flight and their echoes, in bytes; default 256 MiB. A request beyond it is answered with 503. */
  readonly maxBodiesInFlight?: number;
  /** Maximum `delay` in milliseconds; default 300,000. A longer delay is shortened to it. */
  readonly maxDelay?: number;
  /** Whether `url` and `/ip` use `Forwarded` and `X-Forwarded-*`; default false. */
  readonly trustProxy?: boolean;
  /** Whether pages of any origin may send cookies and read the response; default false. */
  readonly corsCredentials?: boolean;
  /** Called after each response is sent. */
  readonly onAnswer?: (answered: AnsweredRequest) => void;
  /** Called with each error that is a bug in the server. */
  readonly onDefect?: (error: unknown) => void;
}

/** An answered request, for logging. */
export interface AnsweredRequest {
  readonly method: string;
  /** The request target, unchanged. */
  readonly target: string;
  readonly status: number;
  /** Time from the head of the request to the end of the response, in milliseconds. */
  readonly ms: number;
}

/** The options with their defaults. */
export type EchoSettings = Required<Omit<EchoOptions, 'onAnswer' | 'onDefect'>>;

const mebibyte = 1024 * 1024;

/** Maximum size of the head of a request, in bytes. A longer head is answered with 431. */
export const maxHeaderBytes = 64 * 1024;

/** The settings of an echo server, unless they are configured. */
export const defaultEchoOptions: EchoSettings = {
  maxBody: 10 * mebibyte,
  maxUpload: 100 * mebibyte,
  maxParts: 100_000,
  maxBodiesInFlight: defaultMaxBytesInFlight,
  maxDelay: 300_000,
  trustProxy: false,
  corsCredentials: false,
};

/** Adds the defaults. */
export const toEchoSettings = (options: EchoOptions): EchoSettings => ({
  maxBody: options.maxBody ?? defaultEchoOptions.maxBody,
  maxUpload: options.maxUpload ?? defaultEchoOptions.maxUpload,
  maxParts: options.maxParts ?? defaultEchoOptions.maxParts,
  maxBodiesInFlight: options.maxBodiesInFlight ?? defaultEchoOptions.maxBodiesInFlight,
  maxDelay: options.maxDelay ?? defaultEchoOptions.maxDelay,
  trustProxy: options.trustProxy ?? defaultEchoOptions.trustProxy,
  corsCredentials: options.corsCredentials ?? defaultEchoOptions.corsCredentials,
});
