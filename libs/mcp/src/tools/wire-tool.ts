import type { Effects } from '@tandem/rpc';
import type { Tool as WireTool } from '@modelcontextprotocol/sdk/types.js';

import type { Tool } from '../catalogue/catalogue.js';

/**
 * The hints from which clients decide whether to ask a person, where they differ from the protocol's defaults: a tool
 * that writes and destroys. Without the others, clients assume that a call may not be repeated and reaches other
 * systems.
 */
const toEffectHints = ({
  readOnly,
  destructive,
}: Effects): { readonly annotations?: WireTool['annotations'] } => {
  if (readOnly) return { annotations: { readOnlyHint: true } };
  return destructive ? {} : { annotations: { destructiveHint: false } };
};

/** A tool in the format of `tools/list`, without a title. Clients show the name instead. */
export const toWire = ({ name, description, inputSchema, effects }: Tool): WireTool => ({
  name,
  description,
  inputSchema: inputSchema as WireTool['inputSchema'],
  ...toEffectHints(effects),
});
