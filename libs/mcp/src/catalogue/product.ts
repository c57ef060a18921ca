import type { RpcServer } from '@tandem/rpc';

import type { Catalogue } from './catalogue.js';
import { agentClient } from './agent-client.js';
import { instructions } from './instructions.js';
import type { Waits } from '../tools/progress.js';
import { promptsOf } from '../prompts/prompts.js';
import { resourcesOf } from '../resources/resources.js';
import { type ToolSet, toolsOf } from '../tools/tools.js';

export interface ProductOptions {
  readonly version: string;
  /** Defaults to `all`. */
  readonly tools?: ToolSet;
  /** Other waits than the usual ones. */
  readonly waits?: Waits;
}

/** The catalogue of Tandem: RPC methods as tools, resources and prompts. */
export const productOf = (rpc: RpcServer, { version, tools, waits }: ProductOptions): Catalogue => {
  const client = agentClient(rpc);
  return {
    name: 'tandem',
    title: 'Tandem',
    version,
    instructions,
    tools: toolsOf(client, tools),
    resources: resourcesOf(client),
    prompts: promptsOf(client),
    ...(waits ? { waits } : {}),
    ...(rpc.hide ? { hide: rpc.hide } : {}),
    ...(rpc.present ? { left: rpc.present.agents.leave } : {}),
  };
};
