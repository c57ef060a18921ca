import {
  ClientRequestSchema,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type JSONRPCResultResponse,
} from '@modelcontextprotocol/sdk/types.js';

import { findMessageProblem } from './message-problem.js';

/** The error codes of JSON-RPC 2.0 (section 5.1) and of the MCP SDK. */
export const codes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** The request was refused before it became a call. */
  refused: -32000,
  /** The session no longer exists. */
  noSession: -32001,
  /** The resource does not exist. */
  noResource: -32002,
} as const;

/** Maximum number of messages in a batch. */
export const maxBatch = 100;

export interface ErrorFrame {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export const createErrorFrame = (id: unknown, code: number, message: string, data?: unknown): ErrorFrame => ({
  jsonrpc: '2.0',
  id: typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : null,
  error: { code, message, ...(data === undefined ? {} : { data }) },
});

/** The id of a message, valid or not. Undefined if it has none. */
export const getMessageId = (value: unknown): unknown => (value as { id?: unknown } | null | undefined)?.id;

export type Response = JSONRPCResultResponse | JSONRPCErrorResponse;

/** One element of a POST body: a valid message, or the error for an invalid one. */
export type Element =
  | { readonly kind: 'request'; readonly message: JSONRPCRequest }
  | { readonly kind: 'notification'; readonly message: JSONRPCNotification }
  | { readonly kind: 'response'; readonly message: Response }
  | { readonly kind: 'wrong'; readonly frame: ErrorFrame };

type RequestSchema = (typeof ClientRequestSchema.options)[number];

/** The SDK's schemas by method. Messages are checked here, because the SDK itself would answer with -32603 and a dump of the problems. */
const requestSchemas = new Map<string, RequestSchema>(
  ClientRequestSchema.options.map((schema) => [schema.shape.method.value, schema]),
);

/** The error of a request whose params do not fit its method. Undefined if they do, or if the method is unknown. */
export const findParamsError = (message: unknown): ErrorFrame | undefined => {
  const { method } = message as { readonly method?: unknown };
  const checked = requestSchemas.get(String(method))?.safeParse(message);
  if (checked === undefined || checked.success) return undefined;
  const issues = checked.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }));
  const sentence = issues.map(({ path, message: said }) => `${path}: ${said}`).join('; ');
  return createErrorFrame(getMessageId(message), codes.invalidParams, `Invalid params: ${sentence}`, {
    issues,
  });
};

const createInvalidElement = (id: unknown, message: string): Element => ({
  kind: 'wrong',
  frame: createErrorFrame(id, codes.invalidRequest, message),
});

const isRequest = (message: JSONRPCMessage): message is JSONRPCRequest =>
  'method' in message && 'id' in message;

/** Maximum nesting of a message. Serializing a message that is nested deeper could overflow the stack. */
export const maxDepth = 200;

const isTooDeep = (value: unknown): boolean => {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true;
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? (Object.values(one) as unknown[]) : [],
    );
  }
  return false;
};

/** Whether a value is a single JSON-RPC message. Its params are not checked. */
export const isMessage = (value: unknown): boolean =>
  JSONRPCMessageSchema.safeParse(value).success && !isTooDeep(value);

/** Checks one element of a POST body. */
export const readElement = (value: unknown, inBatch: boolean): Element => {
  const parsed = JSONRPCMessageSchema.safeParse(value);
  if (!parsed.success) {
    const why = findMessageProblem(value);
    return createInvalidElement(
      getMessageId(value),
      `Not a JSON-RPC 2.0 message${why === undefined ? '' : `: ${why}`}`,
    );
  }
  if (isTooDeep(value))
    return createInvalidElement(getMessageId(value), `Nested deeper than ${maxDepth} levels`);
  const message = parsed.data;
  if (!('method' in message)) return { kind: 'response', message };
  if (!isRequest(message)) return { kind: 'notification', message };
  if (inBatch && message.method === 'initialize') {
    return createInvalidElement(message.id, 'initialize cannot be part of a batch');
  }
  const frame = findParamsError(message);
  return frame ? { kind: 'wrong', frame } : { kind: 'request', message };
};
