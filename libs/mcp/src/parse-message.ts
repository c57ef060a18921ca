import { isJsonObject, parseJson, toPlainNumbers } from '@tandem/core/codec';

/**
 * Converts the numbers of a message to plain JavaScript numbers, except in the arguments of a call, where they keep their digits. In other
 * fields, the SDK's schemas accept only plain numbers.
 */
const keepExactArguments = (message: unknown): unknown => {
  if (!isJsonObject(message) || !isJsonObject(message.params)) return toPlainNumbers(message);
  const { params, ...fields } = message;
  const plain = toPlainNumbers({ ...params, arguments: undefined }) as object;
  const given = 'arguments' in params ? { arguments: params.arguments } : {};
  return { ...(toPlainNumbers(fields) as object), params: { ...plain, ...given } };
};

/**
 * Parses a JSON-RPC message or a batch. Keeps all digits of the numbers in the arguments of a call.
 * @throws SyntaxError if the text is not JSON
 */
export const parseMessage = (text: string): unknown => {
  const read = parseJson(text);
  return Array.isArray(read) ? read.map(keepExactArguments) : keepExactArguments(read);
};
