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

/** The client left before it was answered; there is nobody to tell. */
export class ClientGone extends Error {}

/** The body of an error. */
export const errorText = (sentence: string, status: number): string =>
  JSON.stringify({ error: sentence, status });
