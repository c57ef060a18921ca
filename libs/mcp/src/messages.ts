import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

/** JSON-RPC 2.0 error codes, section 5.1 of its specification. */
export const codes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  /** The MCP SDK's code for what HTTP refuses. */
  refused: -32000,
} as const;

/** The longest batch. */
export const maxBatch = 100;

export interface ErrorFrame {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export const errorFrame = (id: unknown, code: number, message: string, data?: unknown): ErrorFrame => ({
  jsonrpc: '2.0',
  id: typeof id === 'string' || Number.isInteger(id) ? (id as string | number) : null,
  error: { code, message, ...(data === undefined ? {} : { data }) },
});

/** One element of what was posted: to be handled, or wrong on its own. */
export type Element =
  | { readonly kind: 'request'; readonly id: string | number; readonly message: JSONRPCMessage }
  | { readonly kind: 'silent'; readonly message: JSONRPCMessage }
  | { readonly kind: 'wrong'; readonly frame: ErrorFrame };

const paramSchemas = {
  initialize: InitializeRequestSchema,
  'tools/list': ListToolsRequestSchema,
  'tools/call': CallToolRequestSchema,
} as const;

const checkParams = (message: { method: string; id: string | number }): ErrorFrame | undefined => {
  if (!Object.hasOwn(paramSchemas, message.method)) return undefined;
  const checked = paramSchemas[message.method as keyof typeof paramSchemas].safeParse(message);
  if (checked.success) return undefined;
  const issues = checked.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }));
  const sentence = issues.map(({ path, message: said }) => `${path}: ${said}`).join('; ');
  return errorFrame(message.id, codes.invalidParams, `Invalid params: ${sentence}`, { issues });
};

/** Judges one element by itself. */
export const readElement = (value: unknown, inBatch: boolean): Element => {
  const id = (value as { id?: unknown } | null)?.id;
  const parsed = JSONRPCMessageSchema.safeParse(value);
  if (!parsed.success) {
    return { kind: 'wrong', frame: errorFrame(id, codes.invalidRequest, 'Not a JSON-RPC 2.0 message') };
  }
  const message = parsed.data;
  if (!('method' in message) || !('id' in message)) return { kind: 'silent', message };
  if (inBatch && message.method === 'initialize') {
    return {
      kind: 'wrong',
      frame: errorFrame(id, codes.invalidRequest, 'initialize stands alone, not in a batch'),
    };
  }
  const wrong = checkParams(message);
  return wrong ? { kind: 'wrong', frame: wrong } : { kind: 'request', id: message.id, message };
};
