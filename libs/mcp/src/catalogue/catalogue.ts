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
  /** False if the tool was merged into another one and can only be called by its old name. Default: true. */
  readonly isListed?: boolean;
  /** Resolves with a value or an error for the caller. Rejects only on an internal error. */
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
  /** The size of the content in bytes, if known. */
  readonly size?: number;
}

/** A kind of resource whose URIs match a template (RFC 6570). */
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

/** A change that may affect resources: of the store, or of the selection in a window. */
export type ResourceChange = Change | { readonly entity: 'selection' };

/** The resources that clients can read, and how changes affect them. */
export interface Resources {
  readonly templates: readonly ResourceTemplate[];
  readonly list: (options: CallOptions) => Promise<readonly Resource[]>;
  /** Undefined if the resource does not exist. */
  readonly read: (uri: string, options: CallOptions) => Promise<ResourceContent | undefined>;
  /** Lists the URIs of the resources that a change affects. */
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
  /** Says why the arguments are refused and what to do instead. Undefined if they are accepted. If missing, all arguments are. */
  readonly refuse?: (
    args: Readonly<Record<string, string>>,
    options: CallOptions,
  ) => Promise<string | undefined>;
}

/** Redacts secret values. Rejects if the secrets cannot be read. */
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
  /** Redacts secrets that an error quotes from the request. */
  readonly hide?: Hide;
  /** Called when a session ends, with the session name that its calls had. */
  readonly left?: (session: string) => void;
  /** Records which clients use the server, if somebody wants to know. */
  readonly presence?: Presence;
  /** How long calls and clients wait for each other, if not the default times. */
  readonly waits?: Waits;
}
