import { defaultMaxBodiesInFlight } from '@tandem/http';

/** What an echo server can be told. */
export interface EchoOptions {
  /** The longest body that is read, in decoded bytes; default 10 MiB. Beyond it the answer is 413. */
  readonly maxBody?: number;
  /** The longest multipart body, in decoded bytes; default 100 MiB. */
  readonly maxUpload?: number;
  /** The most parts of a multipart body; default 100,000. Beyond them the answer is 413. */
  readonly maxParts?: number;
  /** How many bytes all bodies in flight, and their echoes, may take together; default 256 MiB. Beyond it the answer is 503. */
  readonly maxBodiesInFlight?: number;
  /** The longest `delay`, in milliseconds; default 300,000. A longer one is shortened to it. */
  readonly maxDelay?: number;
  /** Whether `Forwarded` and `X-Forwarded-*` decide `url` and `/ip`; default false. */
  readonly trustProxy?: boolean;
  /** Whether a page of any origin may send cookies and read the answer; default false. */
  readonly corsCredentials?: boolean;
  /** Told of each answer once it is sent; by default nobody is. */
  readonly onAnswer?: (answered: Answered) => void;
  /** Told of errors that are bugs of this server. */
  readonly onDefect?: (error: unknown) => void;
}

/** One answered request, for a log. */
export interface Answered {
  readonly method: string;
  /** The request target as it came. */
  readonly target: string;
  readonly status: number;
  /** From the head of the request to the end of the answer, in milliseconds. */
  readonly ms: number;
}

/** The options with their defaults. */
export type EchoSettings = Required<Omit<EchoOptions, 'onAnswer' | 'onDefect'>>;

const mebibyte = 1024 * 1024;

/** The longest head of a request, in bytes; a longer one is answered with 431. */
export const maxHeaderBytes = 64 * 1024;

export const defaultEchoOptions: EchoSettings = {
  maxBody: 10 * mebibyte,
  maxUpload: 100 * mebibyte,
  maxParts: 100_000,
  maxBodiesInFlight: defaultMaxBodiesInFlight,
  maxDelay: 300_000,
  trustProxy: false,
  corsCredentials: false,
};

/** Fills in what `options` leaves out. */
export const settingsOf = (options: EchoOptions): EchoSettings => ({
  maxBody: options.maxBody ?? defaultEchoOptions.maxBody,
  maxUpload: options.maxUpload ?? defaultEchoOptions.maxUpload,
  maxParts: options.maxParts ?? defaultEchoOptions.maxParts,
  maxBodiesInFlight: options.maxBodiesInFlight ?? defaultEchoOptions.maxBodiesInFlight,
  maxDelay: options.maxDelay ?? defaultEchoOptions.maxDelay,
  trustProxy: options.trustProxy ?? defaultEchoOptions.trustProxy,
  corsCredentials: options.corsCredentials ?? defaultEchoOptions.corsCredentials,
});
