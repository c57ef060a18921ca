import type { Change } from '@tandem/core';
import type { CallOptions, Effects } from '@tandem/rpc';
import type { JsonSchema } from '@tandem/core/codec';

import type { Presence } from './presence.js';
import type { Waits } from '../tools/progress.js';

/** A tool that the server offers. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly effects: Effects;
  /** False for a tool that is only called by the name that it had before a merge. Default: true. */
  readonly isListed?: boolean;
  /** Resolves with a value or an error for the caller; rejects only on an internal error. */
  readonly call: (args: unknown, options: CallOptions) => Promise<ToolResult>;
}

/** The result of a tool: a JSON value, or an error. Both are sent as text. */
export type ToolResult =
  | { readonly isError: false; readonly value: Readonly<Record<string, unknown>> }
  | { readonly isError: true; readonly error: unknown };

/** A resource that a client can read by its URI. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly mimeType: string;
  /** In bytes. */
  readonly size?: number;
}

/** Resources of one kind, described by a URI template (RFC 6570). */
export interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType?: string;
}

/** The content of a resource: text, or base64. */
export type ResourceContent = { readonly uri: string; readonly mimeType: string } & (
  { readonly text: string } | { readonly blob: string }
);

/** What may affect resources: a change to the store, or a new selection in the window. */
export type ResourceChange = Change | { readonly entity: 'selection' };

/** The readable resources, and how changes affect them. */
export interface Resources {
  readonly templates: readonly ResourceTemplate[];
  readonly list: (options: CallOptions) => Promise<readonly Resource[]>;
  /** Undefined if the resource does not exist. */
  readonly read: (uri: string, options: CallOptions) => Promise<ResourceContent | undefined>;
  /** The URIs of the resources that a change affects. */
  readonly touched: (change: ResourceChange) => readonly string[];
  /** Whether the change affects the list of resources. */
  readonly changesList: (change: ResourceChange) => boolean;
}

/** A prompt that a person can give to an agent. */
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
  /** Returns why the arguments are refused and what to do instead. If omitted, all arguments are accepted. */
  readonly refuse?: (
    args: Readonly<Record<string, string>>,
    options: CallOptions,
  ) => Promise<string | undefined>;
}

/** Hides secret values; rejects if the secrets cannot be read. */
export type Hide = (values: readonly unknown[]) => Promise<readonly unknown[]>;

/** Everything that the server offers to MCP clients. */
export interface Catalogue {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** Explains to an agent how to use the tools, in at most ten lines. */
  readonly instructions: string;
  readonly tools: readonly Tool[];
  readonly resources?: Resources;
  readonly prompts?: readonly Prompt[];
  /** Hides secrets that an error quotes from the request. */
  readonly hide?: Hide;
  /** Notified when a session ends, with the session name that its calls have. */
  readonly left?: (session: string) => void;
  /** Records which clients use the server. */
  readonly presence?: Presence;
  /** Overrides the default waits. */
  readonly waits?: Waits;
}
