import type { Effects } from '@tandem/rpc';
import type { Tool as WireTool } from '@modelcontextprotocol/sdk/types.js';

import type { Tool } from '../catalogue/catalogue.js';

/**
 * Converts the effects of a tool to hints, by which clients decide whether to ask a person. Leaves out the protocol's defaults: that a tool
 * writes, destroys, must not be repeated and reaches other systems.
 */
const toEffectHints = ({
  readOnly,
  destructive,
}: Effects): { readonly annotations?: WireTool['annotations'] } => {
  if (readOnly) return { annotations: { readOnlyHint: true } };
  return destructive ? {} : { annotations: { destructiveHint: false } };
};

/** Converts a tool to the format of `tools/list`. Leaves out the title, because clients show the name. */
export const toWire = ({ name, description, inputSchema, effects }: Tool): WireTool => ({
  name,
  description,
  inputSchema: inputSchema as WireTool['inputSchema'],
  ...toEffectHints(effects),
});
