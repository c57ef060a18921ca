import { BudgetExceededError } from '@tandem/node/http';

/** An error that is sent as the response to a request. `sentence` is shown to the user. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: readonly string[];

  /** @param headers names and values alternate */
  constructor(status: number, sentence: string, headers: readonly string[] = []) {
    super(sentence);
    this.status = status;
    this.headers = headers;
  }
}

const isTooLong = (error: unknown): boolean =>
  (error instanceof RangeError && error.message === 'Invalid string length') ||
  (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_STRING_TOO_LONG';

/** Converts an error to a refusal: 413 if the echo would exceed the maximum string length. Any other error is a bug. */
export const toRefusal = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error;
  if (error instanceof BudgetExceededError) return new Refusal(503, error.message, ['Retry-After', '1']);
  if (isTooLong(error)) return new Refusal(413, 'The response for this body would be longer than 512 MiB.');
  return new Refusal(500, 'The echo server has failed; this is a bug.');
};

/** Thrown if the client disconnected before its request was answered. */
export class ClientDisconnectedError extends Error {}

/** Formats the body of an error response. */
export const formatErrorBody = (sentence: string, status: number): string =>
  JSON.stringify({ error: sentence, status });
