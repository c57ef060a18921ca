/** A request sent by a script. It is sent as is: `{{variables}}` are not replaced. */
interface TandemSend {
  readonly url: string | URL;
  /** Default GET. */
  readonly method?: string;
  readonly headers?: HeadersInit;
  /** Text. Alternatively, use `json` or `form`. */
  readonly body?: string | null;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, unknown>> | Iterable<readonly [string, unknown]>;
  /** As in a saved request, such as `{ type: 'bearer', token }`. */
  readonly auth?: { readonly type: string; readonly [field: string]: unknown };
  /** At most the timeout of the script's request, which all calls of a handler share. */
  readonly timeoutMs?: number;
  /** Default true. */
  readonly followRedirects?: boolean;
}

interface TandemExecution {
  /** Its id in the history. */
  readonly id: string;
  readonly tests: readonly { readonly name: string; readonly status: 'passed' | 'failed' | 'skipped' }[];
}

/**
 * Sends a request and waits for its response, if the workspace allows it. Rejects with an error that has a `code`,
 * such as `TIMEOUT` or `SCRIPT_REQUESTS_OFF`. Only in handlers.
 */
declare function send(request: string | URL | TandemSend): Promise<TandemResponse>;

/**
 * Executes a saved request by its id, path or name and waits for its response. `env` then contains what its scripts
 * set in the environment. Only in handlers.
 */
declare function execute(
  request: string,
  options?: { readonly variables?: Readonly<Record<string, unknown>> },
): Promise<TandemResponse & { readonly execution: TandemExecution }>;
