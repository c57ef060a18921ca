import type { Change } from '@tandem/core';
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
  | {
      readonly isError: false;
      readonly value: Readonly<Record<string, unknown>>;
      /** Where more of it can be read. */
      readonly links?: readonly Resource[];
    }
  | { readonly isError: true; readonly error: unknown };

/** Something that a client may read by its URI. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly mimeType: string;
  /** Bytes. */
  readonly size?: number;
}

/** Resources of one kind, by a URI template (RFC 6570). */
export interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType?: string;
}

/** What a resource holds: text, or base64. */
export type ResourceContent = { readonly uri: string; readonly mimeType: string } & (
  { readonly text: string } | { readonly blob: string }
);

/** What can be read, and what a change means for those who have read it. */
export interface Resources {
  readonly templates: readonly ResourceTemplate[];
  readonly list: (options: CallOptions) => Promise<readonly Resource[]>;
  /** Undefined when nothing is there. */
  readonly read: (uri: string, options: CallOptions) => Promise<ResourceContent | undefined>;
  /** The URIs whose content a change touches. */
  readonly touched: (change: Change) => readonly string[];
  /** Whether the list is another one after it. */
  readonly changesList: (change: Change) => boolean;
}

/** Words with which an agent is set to work. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
  readonly text: (args: Readonly<Record<string, string>>) => string;
  /** Why these arguments are refused and what to do instead; without it all are accepted. */
  readonly refuse?: (
    args: Readonly<Record<string, string>>,
    options: CallOptions,
  ) => Promise<string | undefined>;
}

/** Values without those of secrets; rejects when it is not known what to hide. */
export type Hide = (values: readonly unknown[]) => Promise<readonly unknown[]>;

/** Everything that an MCP client can find here. */
export interface Catalogue {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** How to work with the tools, ten lines at the most. */
  readonly instructions: string;
  readonly tools: readonly Tool[];
  readonly resources?: Resources;
  readonly prompts?: readonly Prompt[];
  /** Hides secrets in what errors of the protocol repeat of a caller's words. */
  readonly hide?: Hide;
}
