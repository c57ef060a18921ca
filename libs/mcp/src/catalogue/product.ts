import type { RpcServer } from '@tandem/rpc';

import type { Catalogue } from './catalogue.js';
import { createAgentClient } from './agent-client.js';
import { instructions } from './instructions.js';
import type { Waits } from '../tools/progress.js';
import { createPrompts } from '../prompts/prompts.js';
import { createResources } from '../resources/resources.js';
import { type ToolSet, createTools } from '../tools/tools.js';

export interface ProductOptions {
  readonly version: string;
  /** Defaults to `all`. */
  readonly tools?: ToolSet;
  /** Overrides the default waits. */
  readonly waits?: Waits;
}

/** The catalogue of Tandem: RPC methods as tools, resources and prompts. */
export const createProduct = (rpc: RpcServer, { version, tools, waits }: ProductOptions): Catalogue => {
  const client = createAgentClient(rpc);
  return {
    name: 'tandem',
    title: 'Tandem',
    version,
    instructions,
    tools: createTools(client, tools),
    resources: createResources(client),
    prompts: createPrompts(client),
    ...(waits ? { waits } : {}),
    ...(rpc.hide ? { hide: rpc.hide } : {}),
    ...(rpc.present ? { left: rpc.present.agents.leave } : {}),
  };
};
