import type { HandlerInput } from '../handlers.js';

/**
 * Keeps the response body, which is sent separately and only if it changed.
 * @param encode encodes text as UTF-8 in the host, because a guest without JIT takes seconds for 10 MiB
 */
export const createBodyStore = (encode: (text: string) => ArrayBuffer) => {
  let body: string | null = null;
  let bytes: ArrayBuffer | undefined;
  return {
    keep: (newBody: string | undefined, newBytes: ArrayBuffer | undefined): void => {
      body = newBody ?? body;
      bytes = newBytes ?? bytes;
    },
    /** Adds the body to the input. */
    into: (input: HandlerInput): HandlerInput =>
      input.response?.hasText ? { ...input, response: { ...input.response, body } } : input,
    /** Returns the value of `res.bytes()` for an input with its body. */
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
