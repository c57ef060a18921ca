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
  /** The tools to offer. Default: `all`. */
  readonly tools?: ToolSet;
  /** How long calls and clients wait for each other, if not the default times. */
  readonly waits?: Waits;
}

/** Creates the catalogue of Tandem: its operations as tools, its resources and its prompts. */
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
