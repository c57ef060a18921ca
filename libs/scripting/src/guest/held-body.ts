import type { HandlerInput } from './handlers.js';

/**
 * The body of the response, which crosses apart, and only when it is another than before.
 * @param encode text as UTF-8: the host's, since without a compiler to machine code a guest takes seconds for 10 MiB
 */
export const createHeldBody = (encode: (text: string) => ArrayBuffer) => {
  let body: string | null = null;
  let bytes: ArrayBuffer | undefined;
  return {
    keep: (newBody: string | undefined, newBytes: ArrayBuffer | undefined): void => {
      body = newBody ?? body;
      bytes = newBytes ?? bytes;
    },
    /** The input with its text. */
    into: (input: HandlerInput): HandlerInput =>
      input.response?.hasText ? { ...input, response: { ...input.response, body } } : input,
    /** What `res.bytes()` is, of an input with its text. */
    bytesOf: ({ response }: HandlerInput) => {
      const own = response?.hasBytes ? bytes : undefined;
      const text = response?.body ?? null;
      return (): Uint8Array => {
        if (own) return new Uint8Array(own.slice(0));
        if (text !== null) return new Uint8Array(encode(text));
        throw new TypeError('the body is too long for a script');
      };
    },
  };
};
