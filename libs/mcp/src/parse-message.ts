import { isJsonObject, parseJson, toPlainNumbers } from '@tandem/core/codec';

/** Keeps the digits of numbers in a call's arguments. For other fields, the SDK's schemas support only plain numbers. */
const keepExactArguments = (message: unknown): unknown => {
  if (!isJsonObject(message) || !isJsonObject(message.params)) return toPlainNumbers(message);
  const { params, ...fields } = message;
  const plain = toPlainNumbers({ ...params, arguments: undefined }) as object;
  const given = 'arguments' in params ? { arguments: params.arguments } : {};
  return { ...(toPlainNumbers(fields) as object), params: { ...plain, ...given } };
};

/**
 * Parses a JSON-RPC message, or a batch, and keeps the digits of every number in the arguments of a call.
 * @throws SyntaxError if the text is not JSON
 */
export const parseMessage = (text: string): unknown => {
  const read = parseJson(text);
  return Array.isArray(read) ? read.map(keepExactArguments) : keepExactArguments(read);
};
