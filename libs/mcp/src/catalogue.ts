import type { CallOptions, Effects } from '@tandem/rpc';
import type { JsonSchema } from '@tandem/core/codec';

/** A tool as this server offers it, whatever stands behind it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly effects: Effects;
  /** Answers a call, a refusal included; rejects only for a defect of ours. */
  readonly call: (args: unknown, options: CallOptions) => Promise<ToolResult>;
}

/** What a tool answers: one JSON value, as text and as structure. */
export type ToolResult =
  | { readonly isError: false; readonly value: Readonly<Record<string, unknown>> }
  | { readonly isError: true; readonly error: unknown };

/** Everything that an MCP client can find here. */
export interface Catalogue {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** How to work with the tools, ten lines at the most. */
  readonly instructions: string;
  readonly tools: readonly Tool[];
}
