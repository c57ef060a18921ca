import { NoRoom } from '@tandem/http';

/** A request that is answered with an error; `sentence` is for the person who reads it. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: readonly string[];

  /** @param headers names and values in turn */
  constructor(status: number, sentence: string, headers: readonly string[] = []) {
    super(sentence);
    this.status = status;
    this.headers = headers;
  }
}

const isTooLong = (error: unknown): boolean =>
  (error instanceof RangeError && error.message === 'Invalid string length') ||
  (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_STRING_TOO_LONG';

/** How an error is answered: a body whose echo no string can hold is too long, whatever else is a bug. */
export const refusalOf = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error;
  if (error instanceof NoRoom) return new Refusal(503, error.message, ['Retry-After', '1']);
  if (isTooLong(error)) return new Refusal(413, 'The response for this body would be longer than 512 MiB.');
  return new Refusal(500, 'The echo server has failed; this is a bug.');
};

/** The client left before it was answered; there is nobody to tell. */
export class ClientGone extends Error {}

/** The body of an error. */
export const errorText = (sentence: string, status: number): string =>
  JSON.stringify({ error: sentence, status });
